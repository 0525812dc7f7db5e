/** Shows a screen of the second chunk, which the page fetches soon after its first rows, or when such a screen is shown. */
import { useEffect, useState } from 'react';
import { createStore, useStore } from 'zustand';
import { provideDifferences } from '../components/differences/Differences.tsx';
import { provideIncidentMarks, provideProviderWords } from '../components/status-page/status-page-parts.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { useNow } from '../stores/use-stores.ts';
import { provideCausePast } from './localizations/case/CausePast.tsx';
import { provideGroupCourse } from './localizations/group/GroupCourse.tsx';
import type { laterScreens } from './later-screens.ts';

type LaterScreens = typeof laterScreens;

type Chunk =
  | { readonly kind: 'not-requested' | 'loading' | 'failed' }
  | { readonly kind: 'loaded'; readonly screens: LaterScreens };

const chunk = createStore<Chunk>(() => ({ kind: 'not-requested' }));

export async function preloadLaterScreens(): Promise<void> {
  if (chunk.getState().kind === 'not-requested') await loadLaterScreens();
}

export async function loadLaterScreens(read = () => import('./later-screens.ts')): Promise<void> {
  chunk.setState({ kind: 'loading' });
  try {
    const { laterScreens: screens, ...views } = await read();
    chunk.setState({ kind: 'loaded', screens });
    provideDifferences(views.DifferencesView);
    provideCausePast(views.CausePastView);
    provideGroupCourse(views.GroupCourseView);
    provideIncidentMarks(views.IncidentMarksView);
    provideProviderWords(views.ProviderWordsView);
  } catch {
    // Chromium requests a module again after a failure.
    chunk.setState({ kind: 'failed' });
  }
}

export function useHasLaterScreens(): boolean {
  return useStore(chunk, ({ kind }) => kind === 'loaded');
}

export function LaterScreen({ name }: { name: keyof LaterScreens }) {
  const state = useStore(chunk);
  useEffect(() => void preloadLaterScreens(), []);
  switch (state.kind) {
    case 'loaded': {
      const Screen = state.screens[name];
      return <Screen />;
    }
    case 'not-requested':
    case 'loading':
      return <EmptyState title="Loading this screen …" />;
    case 'failed':
      return (
        <>
          <EmptyState
            urgent
            title="This screen could not be loaded."
            detail="Watchfloor did not send it. If Watchfloor was updated, reload the page."
            button={{ name: 'Try again', run: () => void loadLaterScreens() }}
          />
          {name === 'Wall' && <WallRetry />}
        </>
      );
    default:
      return assertNever(state);
  }
}

const WALL_RETRY_MS = 5_000;

/** Tries again by itself, because a wall has no user. */
function WallRetry() {
  const now = useNow(WALL_RETRY_MS);
  const [failedAt] = useState(now);
  useEffect(() => {
    if (now !== failedAt) void loadLaterScreens();
  }, [now, failedAt]);
  return null;
}
