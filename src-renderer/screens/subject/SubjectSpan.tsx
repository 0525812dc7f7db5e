/** "Was it all right between …": two times, as Ctrl+K reads them. The address stores them. */
import { type FormEvent, useState } from 'react';
import { subjectAddress } from '../../address/screen-addresses.ts';
import { useAddress } from '../../address/use-address.ts';
import { Button } from '../../components/controls/Button.tsx';
import { useAppearance, useNow } from '../../stores/use-stores.ts';
import { pastWallTime, typedTimeText } from '../../time/wall-time.ts';

export function SubjectSpan() {
  const address = useAddress(subjectAddress);
  const { since, until } = address.value;
  const zone = useAppearance((state) => state.zone);
  const now = useNow(60_000);
  const textOf = (at: number | null) => (at === null ? '' : typedTimeText(at, now, zone));
  const [typed, setTyped] = useState({ since: textOf(since), until: textOf(until) });
  const [mistake, setMistake] = useState('');

  function ask(event: FormEvent): void {
    event.preventDefault();
    const read = (text: string, before: number | null) =>
      text.trim() === '' ? null : text === textOf(before) ? before : pastWallTime(text, now, zone);
    const span = { since: read(typed.since, since), until: read(typed.until, until) };
    const isWrong = (name: 'since' | 'until') => typed[name].trim() !== '' && span[name] === null;
    if (isWrong('since') || isWrong('until'))
      return setMistake('Type a past time, such as 04:10, yesterday 04:10, mon 4:10 or 2026-11-21 14:00.');
    if (span.since !== null && span.until !== null && span.since > span.until)
      return setMistake('The second time is before the first.');
    setMistake('');
    address.change(span);
  }
  return (
    <form className="row wraps gap-2" onSubmit={ask}>
      <span>Was it all right from</span>
      {(['since', 'until'] as const).map((name) => (
        <span key={name} className="row gap-2">
          {name === 'until' && 'to'}
          <input
            className="text-field"
            size={16}
            aria-label={name === 'since' ? 'From' : 'To'}
            placeholder={name === 'since' ? '04:10' : 'now'}
            value={typed[name]}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
          />
        </span>
      ))}
      <Button type="submit">Answer</Button>
      {(since !== null || until !== null) && (
        <Button
          variant="subtle"
          onClick={() => {
            setTyped({ since: '', until: '' });
            setMistake('');
            address.change({ since: null, until: null });
          }}
        >
          Any time
        </Button>
      )}
      {mistake !== '' && (
        <span className="failed" role="alert">
          {mistake}
        </span>
      )}
    </form>
  );
}
