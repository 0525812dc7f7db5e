/** Answers what is different about the events of a filter. */
import { laterPart } from '../later-part.tsx';
import type { DifferencesViewProps } from './DifferencesView.tsx';

export const { Part: Differences, provide: provideDifferences } = laterPart<DifferencesViewProps>();
