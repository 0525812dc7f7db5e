/** Says how often a cause occurred before, how that ended, and what a retry brought. */
import type { ComponentProps } from 'react';
import { laterPart } from '../../../components/later-part.tsx';
import type { CausePastView } from './CausePastView.tsx';

export const { Part: CausePast, provide: provideCausePast } = laterPart<ComponentProps<typeof CausePastView>>();
