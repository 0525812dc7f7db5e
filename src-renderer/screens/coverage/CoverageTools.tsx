import { type FormEvent, useState } from 'react';
import type { Coverage } from '../../../src-shared/domain/coverage/coverage.ts';
import { readCoverageAt, watchedAt } from '../../../src-shared/domain/coverage/watched-at.ts';
import { watchedAtWords } from '../../../src-shared/words/watched-at-words.ts';
import { coverageAddress, type CoverageSpanName, coverageSpanNames } from '../../address/screen-addresses.ts';
import { hrefOf, useAddress } from '../../address/use-address.ts';
import { Button, ButtonLink } from '../../components/controls/Button.tsx';
import { SegmentedControl } from '../../components/controls/SegmentedControl.tsx';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useAppearance, useKnownNow, useStores, useWatch, useWatchedUntil } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { zoneText } from '../../time/time-text.ts';
import { askedTime, writtenSecond } from '../../time/wall-time.ts';
import { ianaZone, zoneName } from '../../time/zoned-time.ts';
import { failureWords } from '../../words/error-words.ts';
import styles from './CoverageScreen.module.css';
import { spanNames, spanStart } from './coverage-span.ts';

export function CoverageTools({ coverage }: { coverage: Coverage | null }) {
  const stores = useStores();
  const zone = useAppearance((state) => state.zone);
  const address = useAddress(coverageAddress);
  const { span, at, gap: shown } = address.value;
  function choose(next: CoverageSpanName): void {
    const now = stores.now();
    const start = spanStart(next, now, zoneName(zone));
    const isInside = coverage?.gaps.some(({ id, to }) => id === shown && (to ?? now) >= start) === true;
    address.change({ span: next, gap: isInside ? shown : null });
  }
  return (
    <div className={styles['tools']}>
      <SegmentedControl
        label="Span"
        options={coverageSpanNames.map((value) => ({ value, name: spanNames[value] }))}
        value={span}
        choose={choose}
      />
      <ButtonLink href={hrefOf('quality')}>Success rates</ButtonLink>
      <AtField key={`${at} ${zone}`} at={at} ask={(next) => address.change({ at: next })} />
      {at !== null && <Answer at={at} />}
    </div>
  );
}

function AtField({ at, ask }: { at: number | null; ask: (at: number | null) => void }) {
  const stores = useStores();
  const zone = useAppearance((state) => state.zone);
  const [text, setText] = useState(at === null ? '' : writtenSecond(at, zone));
  const [note, setNote] = useState('');
  function submit(event: FormEvent): void {
    event.preventDefault();
    const asked = askedTime(text, stores.now(), zone);
    setNote(asked.note);
    if (asked.at !== null || text.trim() === '') ask(asked.at);
  }
  return (
    <form className="row wraps gap-2" onSubmit={submit}>
      <label className="row gap-2">
        Watched at
        <input
          className={`${styles['at']} text-field`}
          value={text}
          placeholder="04:10"
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <span className="meta">{zoneText(at ?? stores.now(), zone)}</span>
      <Button type="submit" size="compact-xs">
        Answer
      </Button>
      {note !== '' && <output className="meta">{note}</output>}
    </form>
  );
}

function Answer({ at }: { at: number }) {
  const { backend } = useStores();
  const zone = useAppearance((state) => state.zone);
  const now = useKnownNow();
  const watchedUntil = useWatchedUntil(now);
  const revision = useWatch(({ shown }) => shown?.coverageRevision ?? 0);
  const { value, error } = useWatchQuery<Coverage>(
    String(at),
    ({ watch }) => readCoverageAt((span) => backend.coverage.span.query({ watch, ...span }), at),
    { revision },
  );
  const address = useAddress(coverageAddress).value;
  const answer = value === null ? null : watchedAt(value, at, now, watchedUntil);
  const words = answer === null ? null : watchedAtWords(answer, now, ianaZone(zone));
  return (
    <output className={styles['sentence']}>
      {answer?.kind === 'not-watched' ? (
        <a href={hrefOf('coverage', { ...address, gap: answer.gap.id })}>{words}</a>
      ) : (
        (words ?? (error !== null && visibleText(failureWords(error))))
      )}
    </output>
  );
}
