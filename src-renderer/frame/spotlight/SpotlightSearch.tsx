/** Keeps the focus in the field. A selected result stays selected when more results appear above it. */
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { Keycap } from '../../components/Keycap.tsx';
import { copiedWords, useCopy } from '../../components/controls/use-copy.ts';
import { useAppearance, useNow, useSubscriptions, useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { pastWallTime } from '../../time/wall-time.ts';
import { idText, isTooShortForIds } from '../../components/ids/id-text.ts';
import { useNames } from '../../components/ids/use-names.ts';
import { recentIds } from '../../components/ids/recent-ids.ts';
import { useIdLookup } from '../../components/ids/use-id-lookup.ts';
import { useHiddenScreen } from '../../rules/use-page-rules.ts';
import { COMMANDS_ONLY, type SpotlightEntry, spotlightGroups } from './spotlight-entries.ts';
import { idNote, SpotlightLine, SpotlightLines } from './SpotlightLines.tsx';
import styles from './Spotlight.module.css';
import { useCommandList } from '../../commands/use-commands.ts';
import { useOtherWatches } from './use-other-watches.ts';

/** The maximum length of a filter value. */
const MAX_QUERY_LENGTH = 256;

/** Focuses immediately, because the dialog's own focus comes later and letters would be lost. */
const focus = (field: HTMLInputElement | null) => field?.focus();

export function SpotlightSearch({ choose }: { choose: (entry: SpotlightEntry) => void }) {
  const [typed, setTyped] = useState('');
  const [recent] = useState(recentIds);
  const [chosen, setChosen] = useState<string | null>(null);
  const isWatching = useWatch(({ shown }) => shown !== null);
  const zone = useAppearance((state) => state.zone);
  const now = useNow(60_000);
  const time = isWatching ? pastWallTime(typed, now, zone) : null;
  const query = typed.startsWith(COMMANDS_ONLY) || time !== null ? '' : typed;
  const lookup = useIdLookup(query);
  const hasRows = useSubscriptions(({ searches }) => searches?.some(({ rows }) => rows > 0) ?? false);
  const isInventoryShown = useHiddenScreen('subscriptions') === null && hasRows;
  const text = idText(typed) ?? typed.trim();
  const ids = isWatching ? lookup.ids : null;
  const isShort = isWatching && isTooShortForIds(query);
  const groups = spotlightGroups({
    typed,
    time,
    ids,
    stored: isInventoryShown ? lookup.stored : null,
    recent,
    names: useNames(query),
    watches: useOtherWatches(),
    commands: useCommandList(),
  });
  const entries = groups.flatMap((group) => group.entries);
  // A text or row search always matches and has its own key, so any other result is preferred.
  const usual = entries.find(({ kind }) => kind !== 'text' && kind !== 'rows') ?? entries[0];
  const selected = entries.find(({ key }) => key === chosen) ?? usual;
  const { copied, copy } = useCopy(copyTextOf(selected) ?? '');
  const list = useId();
  const idOf = (entry: SpotlightEntry) => `${list} ${entry.key}`.replaceAll(/\s/g, '-');

  function move(by: 1 | -1): void {
    const at = entries.findIndex((entry) => entry === selected);
    setChosen(entries.at((at + by) % entries.length)?.key ?? null);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    const ctrl = event.ctrlKey || event.metaKey;
    const field = event.currentTarget;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') {
      const entry = ctrl ? entries.find(({ kind }) => kind === 'text') : selected;
      if (entry !== undefined) choose(entry);
    } else if (ctrl && event.code === 'KeyC' && field.selectionStart === field.selectionEnd && copyTextOf(selected))
      copy();
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles['search']}>
      <div className={styles['field']}>
        <Search size={18} aria-hidden="true" />
        <input
          data-autofocus
          ref={focus}
          className={styles['input']}
          role="combobox"
          aria-label="Any id, screen, time or command"
          aria-expanded={entries.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={selected === undefined ? undefined : idOf(selected)}
          placeholder="Id, screen, time, command"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_QUERY_LENGTH}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(null);
          }}
          onKeyDown={onKeyDown}
        />
        <Keycap name="Esc" />
      </div>
      {isShort && <p className={styles['short']}>Type at least four characters to find ids.</p>}
      {entries.length === 0 ? (
        <p className={styles['nothing']}>
          No match <bdi dir="ltr">{visibleText(typed.trim())}</bdi>.
        </p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a list whose lines are more than text has no tag
        <div className={styles['list']} role="listbox" id={list} aria-label="Matches">
          {groups.map((group) => (
            <SpotlightLines key={group.kind} group={group} text={text} lookup={lookup}>
              {group.entries.map((entry) => (
                <SpotlightLine
                  key={entry.key}
                  id={idOf(entry)}
                  selected={entry === selected}
                  entry={entry}
                  text={text}
                  copied={entry === selected ? copiedWords(copied, '') : ''}
                  point={() => setChosen(entry.key)}
                  choose={() => choose(entry)}
                />
              ))}
            </SpotlightLines>
          ))}
        </div>
      )}
      <output className="visually-hidden">{`${entries.length === 1 ? '1 match' : `${entries.length} matches`}. ${isWatching ? idNote(lookup, text) : ''}`}</output>
      <Foot hasIds={entries.some((entry) => copyTextOf(entry) !== null)} />
    </div>
  );
}

function copyTextOf(entry: SpotlightEntry | undefined): string | null {
  if (entry?.kind === 'id') return entry.id.value;
  if (entry?.kind === 'recent') return entry.value;
  return entry?.kind === 'subscription' ? entry.stored.value : null;
}

function Foot({ hasIds }: { hasIds: boolean }) {
  return (
    <div className={styles['foot']} aria-hidden="true">
      <span data-needs-room>
        <Keycap name="↑" />
        <Keycap name="↓" /> move
      </span>
      <span>
        <Keycap name="Enter" /> open
      </span>
      {hasIds && (
        <span>
          <Keycap name="Ctrl" />
          <Keycap name="C" /> copy the id
        </span>
      )}
      <span className="to-end" data-needs-room>
        <Keycap name={COMMANDS_ONLY} /> commands only
      </span>
    </div>
  );
}
