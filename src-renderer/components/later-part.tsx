/** Screens, dialogs and parts whose code is in the second chunk, because no alarm needs it. */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { createStore, useStore } from 'zustand';
import { useNow } from '../stores/use-stores.ts';
import { EmptyState } from './EmptyState.tsx';
import { Overlay } from './overlay/Overlay.tsx';

interface Chunk {
  readonly kind: 'not-requested' | 'loading' | 'failed' | 'loaded';
  /** Loads the code, which calls `provide` of each part. */
  readonly read: () => Promise<unknown>;
}

const chunk = createStore<Chunk>(() => ({ kind: 'not-requested', read: () => Promise.resolve() }));

export function setLaterCode(read: Chunk['read']): void {
  chunk.setState({ read });
}

export async function preloadLaterCode(): Promise<void> {
  if (chunk.getState().kind === 'not-requested') await loadLaterCode();
}

export async function loadLaterCode(read = chunk.getState().read): Promise<void> {
  chunk.setState({ kind: 'loading' });
  try {
    await read();
    chunk.setState({ kind: 'loaded' });
  } catch {
    // Chromium requests a module again after a failure.
    chunk.setState({ kind: 'failed' });
  }
}

export function useLaterCode(): Chunk['kind'] {
  return useStore(chunk, ({ kind }) => kind);
}

/** `Part` shows `otherwise` until the code is there. */
export function laterPart<Props extends object>() {
  let View: ComponentType<Props> | null = null;
  function Part(props: Props & { readonly otherwise?: ReactNode }) {
    const isLoaded = useLaterCode() === 'loaded';
    return isLoaded && View !== null ? <View {...props} /> : (props.otherwise ?? null);
  }
  function provide(view: ComponentType<Props>): void {
    View = view;
  }
  return { Part, provide };
}

const RETRY_MS = 5_000;

/** Tries again by itself, because a wall has no user, and notices of the team wait for no click. */
export function LaterRetry() {
  const now = useNow(RETRY_MS);
  const [failedAt] = useState(now);
  useEffect(() => {
    if (now !== failedAt) void loadLaterCode();
  }, [now, failedAt]);
  return null;
}

/** Requests the code, and says how far that is. */
export function LaterNote({ name }: { name: 'screen' | 'dialog' | 'text' }) {
  const kind = useLaterCode();
  useEffect(() => void preloadLaterCode(), []);
  return kind === 'failed' ? (
    <EmptyState
      urgent
      title={`This ${name} could not be loaded.`}
      detail="Watchfloor did not send it. If Watchfloor was updated, reload the page."
      button={{ name: 'Try again', run: () => void loadLaterCode() }}
    />
  ) : (
    <EmptyState title={`Loading this ${name} …`} />
  );
}

export function LaterDialog({ label, close }: { label: string; close: () => void }) {
  return (
    <Overlay label={label} close={close}>
      <LaterNote name="dialog" />
    </Overlay>
  );
}
