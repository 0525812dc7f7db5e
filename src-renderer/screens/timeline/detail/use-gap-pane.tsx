/** The pane of the open gap. A gap that is not listed is read on its own. */
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../../../src-shared/domain/coverage/reconnect.ts';
import type { ScreenLayoutProps } from '../../../components/layout/ScreenLayout.tsx';
import { gapKey } from '../../../stores/timeline/timeline-lines.ts';
import { useNow, useTimeline } from '../../../stores/use-stores.ts';
import { GapPane } from '../../coverage/gap/GapPane.tsx';
import { useUnlistedGap } from '../../coverage/gap/use-unlisted-gap.ts';

interface OpenGap {
  readonly id: number | null;
  readonly close: () => void;
  readonly step: (by: 1 | -1) => void;
}

export function useGapPane({ id, close, step }: OpenGap): NonNullable<ScreenLayoutProps['detail']> | null {
  const isRead = useTimeline(({ phase }) => phase.kind === 'ready');
  const line = useTimeline(({ window }) =>
    id === null ? undefined : window.lines.find((each) => each.kind === 'gap' && each.gap.id === id),
  );
  const listed = line?.kind === 'gap' ? line.gap : null;
  const unlisted = useUnlistedGap(isRead && listed === null ? id : null);
  const gap = listed ?? unlisted;
  if (id === null || gap === null) return null;
  return { key: gapKey(id), label: 'Gap', close, content: <OpenGapPane gap={gap} step={step} /> };
}

/** A lasting gap stops counting as a reconnect at most this long after it exceeds the limit. */
const STEP_MS = 5_000;

function OpenGapPane({ gap, step }: { gap: Gap; step: (by: 1 | -1) => void }) {
  return <GapPane gap={gap} isPlanned={isReconnect(gap, useNow(STEP_MS))} position={null} step={step} />;
}
