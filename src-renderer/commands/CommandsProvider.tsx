import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import styles from './CommandsProvider.module.css';
import { createCommandRegistry } from './command-registry.ts';
import { listenForKeys } from './key-listener.ts';
import { CommandsContext } from './use-commands.ts';

export function CommandsProvider({ singleKeys = true, children }: { singleKeys?: boolean; children: ReactNode }) {
  const [registry] = useState(createCommandRegistry);
  const refusal = useStore(registry, (state) => state.refusal);
  useLayoutEffect(() => registry.allowSingleKeys(singleKeys), [registry, singleKeys]);
  // Before the first paint, so that no early key press is lost.
  useLayoutEffect(() => listenForKeys(window, registry), [registry]);
  return (
    <CommandsContext value={registry}>
      {children}
      {/* Always rendered: screen readers announce changes only in an existing live region. */}
      <output className={styles['refusal']}>{refusal}</output>
    </CommandsContext>
  );
}
