import { Copy, Info, Link } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import { useCopy } from '../../components/controls/use-copy.ts';
import { visibleText } from '../../text/visible-text.ts';
import { BarPopover } from '../BarPopover.tsx';
import type { BarState } from './bar-state.ts';
import { OutageDetails } from './OutageDetails.tsx';
import { Age, NextTry, Since } from '../../components/LiveTimes.tsx';
import styles from '../TopBar.module.css';
import { useStores } from '../../stores/use-stores.ts';
import { useRemedy } from '../../screens/settings/sign-in/use-remedy.ts';

type Loud = Extract<BarState, { kind: 'loud' }>;

export function OutageBar({ bar, entry, wall }: { bar: Loud; entry: ProfileEntry | null; wall: boolean }) {
  const remedy = useRemedy(bar.action, entry);
  const refusal = remedy?.refusal ?? null;
  const sentence = refusal === null ? bar.sentence : refusal.words;
  const code = refusal === null ? bar.code : refusal.code;
  return (
    <>
      <div className={styles['message']}>
        <b className={styles['line']}>
          <Headline bar={bar} />
        </b>
        {sentence !== null && (
          <span className={styles['line']} role="alert">
            {visibleText(sentence)} {code !== null && <code>{visibleText(code)}</code>}
          </span>
        )}
      </div>
      {!wall && (
        <>
          {remedy !== null && (
            <button type="button" className={styles['act']} data-first={true} onClick={remedy.run}>
              {remedy.name}
            </button>
          )}
          {bar.action === 'copy-start-command' && <CopyStartCommand />}
          {bar.action === 'print-link' && <PrintLink />}
          {(bar.sentence !== null || bar.response !== null) && (
            <BarPopover name="Details" icon={Info} title={bar.word}>
              <OutageDetails bar={bar} remedy={remedy} />
            </BarPopover>
          )}
        </>
      )}
    </>
  );
}

function Headline({ bar }: { bar: Loud }) {
  const parts: { key: string; part: ReactNode }[] = [
    {
      key: 'since',
      part: (
        <>
          {bar.appearance === 'outlined' && <span className={styles['to']}>to Watchfloor&apos;s backend </span>}
          <Since at={bar.since} />
        </>
      ),
    },
  ];
  if (!bar.showsDuration)
    parts.push({
      key: 'age',
      part: (
        <>
          {bar.durationPrefix}
          <Age since={bar.since} />
        </>
      ),
    });
  if (bar.reason !== null) parts.push({ key: 'reason', part: bar.reason });
  if (bar.nextAttemptAt !== null) parts.push({ key: 'next', part: <NextTry at={bar.nextAttemptAt} /> });
  return parts.map(({ key, part }, index) => (
    <Fragment key={key}>
      {index > 0 && ' · '}
      {part}
    </Fragment>
  ));
}

/** The link opens a session in any tab of this browser; this page then connects again by itself. */
function PrintLink() {
  const { backend } = useStores();
  const [printed, setPrinted] = useState<'no' | 'done' | 'failed'>('no');
  const print = () => {
    backend.wire.printLink().then(
      () => setPrinted('done'),
      () => setPrinted('failed'),
    );
  };
  const words = {
    no: 'Print a new link in the terminal',
    done: 'Printed in the terminal; print another',
    failed: 'Not printed; try again',
  }[printed];
  return (
    <button type="button" className={styles['act']} aria-label={words} onClick={print}>
      <Link size={14} aria-hidden="true" />
      <span className={styles['act-words']}>{words}</span>
    </button>
  );
}

/** No arguments needed: the backend resumes the profiles that were watched. */
const START_COMMAND = 'npx watchfloor start';

function CopyStartCommand() {
  const { copied, copy } = useCopy(START_COMMAND);
  const words = { no: 'Copy the start command', done: 'Copied', failed: 'Not copied' }[copied];
  return (
    <button type="button" className={styles['act']} aria-label={words} onClick={copy}>
      <Copy size={14} aria-hidden="true" />
      <span className={styles['act-words']}>{words}</span>
    </button>
  );
}
