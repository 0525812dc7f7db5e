/** Answers what is different about the events of a filter. */
import type { ComponentProps } from 'react';
import { laterPart } from '../later-part.tsx';
import type { DifferencesView } from './DifferencesView.tsx';

export const { Part: Differences, provide: provideDifferences } = laterPart<ComponentProps<typeof DifferencesView>>();
