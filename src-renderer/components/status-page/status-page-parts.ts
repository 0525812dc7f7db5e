/** Shows what the provider's public status page says. Its code is in the second chunk. */
import type { ComponentProps } from 'react';
import { laterPart } from '../later-part.tsx';
import type { IncidentMarksView } from './IncidentMarksView.tsx';
import type { ProviderWordsView } from './ProviderWordsView.tsx';

export const { Part: IncidentMarks, provide: provideIncidentMarks } =
  laterPart<ComponentProps<typeof IncidentMarksView>>();
export const { Part: ProviderWords, provide: provideProviderWords } =
  laterPart<ComponentProps<typeof ProviderWordsView>>();
