/** Around everything that brings commands: their registry, the page's one listener for keys, and what it has to say. */
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import styles from './CommandsProvider.module.css';
import { createCommandRegistry } from './command-registry.ts';
import { listenForKeys } from './key-listener.ts';
import { CommandsContext } from './use-commands.ts';

export function CommandsProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createCommandRegistry);
  const refusal = useStore(registry, (state) => state.refusal);
  // Before anything can be seen: a key that is pressed at sight of the page is heard.
  useLayoutEffect(() => listenForKeys(window, registry), [registry]);
  return (
    <CommandsContext value={registry}>
      {children}
      {/* Always there: a screen reader hears only what changes in a place that it knows. */}
      <output className={styles['refusal']}>{refusal}</output>
    </CommandsContext>
  );
}
