/** A part of a screen of the first chunk whose code is in the second chunk, because no alarm needs it. */
import type { ComponentType, ReactNode } from 'react';
import { createStore, useStore } from 'zustand';

/** `Part` shows `otherwise` until `provide` was called with the code. */
export function laterPart<Props extends object>() {
  const loaded = createStore<{ readonly View: ComponentType<Props> | null }>(() => ({ View: null }));
  function Part(props: Props & { readonly otherwise?: ReactNode }) {
    const { View } = useStore(loaded);
    return View === null ? (props.otherwise ?? null) : <View {...props} />;
  }
  return { Part, provide: (View: ComponentType<Props>) => loaded.setState({ View }) };
}
