import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import { GapLength, StillOpen } from './gap-times.tsx';
import { absoluteHref, hrefOf } from '../../../address/use-address.ts';
import { CopyButton } from '../../../components/controls/CopyButton.tsx';
import { Glyph } from '../../../components/Glyph.tsx';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { gapWords } from '../../../../src-shared/words/gap-words.ts';
import { DetailPane } from '../../../components/detail/DetailPane.tsx';
import { type ListPosition, PaneHead } from '../../../components/detail/PaneHead.tsx';
import { gapMeanings } from './gap-check-words.ts';
import { InventoryCheck } from './InventoryCheck.tsx';
import pane from '../../../components/detail/DetailPane.module.css';
import styles from './GapPane.module.css';

interface GapPaneProps {
  readonly gap: Gap;
  readonly isPlanned: boolean;
  readonly position: ListPosition | null;
  readonly step: (by: 1 | -1) => void;
}

export function GapPane({ gap, isPlanned, position, step }: GapPaneProps) {
  const href = absoluteHref(hrefOf('coverage', { gap: gap.id }));
  return (
    <DetailPane
      label="Gap in full"
      itemKey={gap.id}
      head={
        <PaneHead noun="Gap" position={position} step={step}>
          <CopyButton text={href} label="Copy a link to the gap" />
        </PaneHead>
      }
    >
      <div>
        <h2 className="row strong gap-2 head-size tight-lines">
          {!isPlanned && <Glyph shape="hatched" size={16} />}
          <span>
            {isPlanned ? 'Planned reconnect of ' : 'Not watched for '}
            <GapLength gap={gap} />
          </span>
        </h2>
        <p className={pane['about']}>
          <Time at={gap.from} date="always" zoned={gap.to === null} /> –{' '}
          {gap.to === null ? <StillOpen /> : <Time at={gap.to} zoned />}
        </p>
      </div>
      <div className={styles['card']} data-planned={isPlanned}>
        <p className="strong section-size">{gapWords(gap, isPlanned ? gap.from : Number.POSITIVE_INFINITY)}.</p>
        <p>{isPlanned ? 'The service ends each session after 30 minutes.' : gapMeanings[gap.reason]}</p>
        <p className="small breaks">
          {gap.detail !== null && (
            <>
              <Untrusted as="code" text={gap.detail} /> ·{' '}
            </>
          )}
          last event <Time at={gap.from} />
          {gap.to !== null && (
            <>
              {' '}
              · next event <Time at={gap.to} />
            </>
          )}
        </p>
      </div>
      {isPlanned ? (
        <p className="quiet pretty">
          A planned reconnect is not a gap: its inventory is not checked. Events sent during it may be missing.
        </p>
      ) : (
        <InventoryCheck key={gap.id} gap={gap} />
      )}
    </DetailPane>
  );
}
