/** Explains a mistake in the query and its correction. All of its text may be untrusted. */
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { Keycap } from '../../../components/Keycap.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import type { MistakeFix, MistakeHelp } from './mistake-help.ts';
import styles from './MistakeNotice.module.css';
import type { FieldCounts } from './use-field-counts.ts';

interface MistakeNoticeProps {
  readonly id: string;
  readonly help: MistakeHelp;
  readonly counts: FieldCounts;
  readonly repair: (fix: MistakeFix) => void;
}

export function MistakeNotice({ id, help, counts, repair }: MistakeNoticeProps) {
  const { explanation, alternatives, fix } = help;
  const counted = fix?.counted;
  const events = counted == null || counts.kind !== 'counted' ? null : (counts.counts.get(counted.value) ?? 0);
  return (
    <div className="pretty" id={id}>
      <Untrusted as="p" className={styles['message']} text={explanation} />
      {alternatives !== '' && <p className={styles['exists']}>{alternatives}</p>}
      {fix !== null && (
        <button type="button" className={styles['fix']} tabIndex={-1} onClick={() => repair(fix)}>
          <span className="fill">
            Use <Untrusted as="b" className="strong" text={fix.name} />
          </span>
          {events !== null && (
            <span className="quiet">
              {numberText(events)} {events === 1 ? 'event' : 'events'}
            </span>
          )}
          <Keycap name="Enter" />
        </button>
      )}
      <p className="meta pad-2-3">Rows and counts are still for the last valid query.</p>
    </div>
  );
}
