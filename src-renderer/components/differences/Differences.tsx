/** Answers what is different about the events of a filter, as soon as the second chunk is loaded. */
import type { ComponentProps } from 'react';
import { createStore, useStore } from 'zustand';
import type { DifferencesView } from './DifferencesView.tsx';

const loaded = createStore<{ readonly View: typeof DifferencesView | null }>(() => ({ View: null }));

/** Called with the code when the second chunk is loaded: what shows alarms does not import it. */
export function provideDifferences(View: typeof DifferencesView): void {
  loaded.setState({ View });
}

export function Differences(props: ComponentProps<typeof DifferencesView>) {
  const later = useStore(loaded);
  return later.View === null ? (props.otherwise ?? null) : <later.View {...props} />;
}
