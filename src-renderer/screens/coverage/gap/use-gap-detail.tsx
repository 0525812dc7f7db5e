/** A gap older than the list is read on its own, and changes the span to one that contains it. */
import { useEffect, useEffectEvent } from 'react';
import type { Coverage, Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../../../src-shared/domain/coverage/reconnect.ts';
import { coverageAddress } from '../../../address/screen-addresses.ts';
import { useAddress } from '../../../address/use-address.ts';
import type { ScreenLayoutProps } from '../../../components/layout/ScreenLayout.tsx';
import { useAppearance, useNow } from '../../../stores/use-stores.ts';
import { zoneName } from '../../../time/zoned-time.ts';
import { spanWith } from '../coverage-span.ts';
import { gapKey, gapsOnly } from '../coverage-lines.ts';
import { GapPane } from './GapPane.tsx';
import { useUnlistedGap } from './use-unlisted-gap.ts';

/** A lasting gap stops counting as a reconnect at most this long after it exceeds the limit. */
const STEP_MS = 5_000;
const NO_GAPS: readonly Gap[] = [];

export function useGapDetail(coverage: Coverage | null): NonNullable<ScreenLayoutProps['detail']> | null {
  const address = useAddress(coverageAddress);
  const id = address.value.gap;
  const now = useNow(STEP_MS);
  const listed = coverage?.gaps ?? NO_GAPS;
  const listedGap = listed.find((gap) => gap.id === id) ?? null;
  const older = useUnlistedGap(coverage !== null && listedGap === null ? id : null);
  const zone = useAppearance((state) => state.zone);
  const showOlder = useEffectEvent((found: Gap) => {
    const span = spanWith(found, now, zoneName(zone));
    if (span !== null) address.change({ span }, { replace: true });
  });
  useEffect(() => {
    if (older !== null) showOlder(older);
  }, [older]);
  const gap = listedGap ?? older;
  if (id === null || gap === null) return null;

  const gaps = gapsOnly(listed, now);
  const at = gaps.findIndex((candidate) => candidate.id === id);
  const close = () => address.change({ gap: null });
  const step = (by: 1 | -1) => {
    const next = at === -1 ? undefined : gaps[at + by];
    if (next !== undefined) address.change({ gap: next.id }, { replace: true });
  };
  const position = at === -1 ? null : { at: at + 1, total: gaps.length, suffix: gaps.length === 1 ? 'gap' : 'gaps' };
  const isPlanned = isReconnect(gap, now);
  const content = <GapPane gap={gap} isPlanned={isPlanned} position={position} step={step} />;
  return { key: gapKey(id), label: isPlanned ? 'Planned reconnect' : 'Gap', close, content };
}
