/** The end of an open gap or session, and the length of a gap. They are frozen while the page is disconnected. */
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import { Time } from '../../../components/Time.tsx';
import { useAsOf, useKnownNow } from '../../../stores/use-stores.ts';
import { gapLengthMs } from '../../../time/coverage-spans.ts';
import { lengthText } from '../../../time/time-text.ts';

export function StillOpen() {
  const asOf = useAsOf();
  if (asOf === null) return 'now';
  return (
    <span className="quiet">
      unknown since <Time at={asOf} />
    </span>
  );
}

export function GapLength({ gap }: { gap: Gap }) {
  return gap.to === null ? <OpenGapLength gap={gap} /> : lengthText(gapLengthMs(gap, gap.from));
}

function OpenGapLength({ gap }: { gap: Gap }) {
  return lengthText(gapLengthMs(gap, useKnownNow()));
}
