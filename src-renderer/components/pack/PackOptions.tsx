import { KeyRound } from 'lucide-react';
import type { PackPreview } from '../../../src-shared/api/reports.ts';
import { type MaskedField, maskedFieldNames, maskedFields } from '../../../src-shared/domain/event/masked-fields.ts';
import { exactDurationText } from '../../../src-shared/words/zoned-time-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { ManagedNote } from '../ManagedNote.tsx';
import { NameField } from '../case-actions/NameField.tsx';
import { DialogTextInput } from '../dialog/DialogField.tsx';
import styles from './SupportPack.module.css';
import type { PackPart } from './use-pack.ts';

const PARTS: readonly {
  readonly id: PackPart;
  readonly name: string;
  readonly countText: (count: number) => string;
}[] = [
  { id: 'report', name: 'Report, HTML and text', countText: () => '2 files' },
  { id: 'raw', name: 'Raw events', countText: (count) => `${numberText(count)} event${count === 1 ? '' : 's'}` },
  { id: 'coverage', name: 'Coverage of the span', countText: (ms) => exactDurationText(ms) },
  { id: 'actions', name: 'Notes and actions', countText: numberText },
];

interface PackOptionsProps {
  readonly preview: PackPreview | null;
  readonly mask: readonly MaskedField[];
  readonly required: readonly MaskedField[];
  readonly parts: readonly PackPart[];
  readonly ticket: string;
  readonly name: string | null;
  readonly toggleMask: (mask: MaskedField) => void;
  readonly togglePart: (part: PackPart) => void;
  readonly setTicket: (ticket: string) => void;
  readonly setName: (name: string) => void;
}

export function PackOptions(props: PackOptionsProps) {
  const { preview, mask, required, parts, ticket, name, toggleMask, togglePart, setTicket, setName } = props;
  const values = (id: MaskedField) => preview?.masks.find((one) => one.mask === id)?.values ?? null;
  const count = (id: PackPart) => preview?.parts.find((one) => one.part === id)?.count ?? null;
  const others = count('succeeded') ?? 0;
  return (
    <div className={styles['ticks']}>
      <fieldset className={styles['group']}>
        <legend>Mask</legend>
        {maskedFields.map((id) => {
          const many = values(id);
          const isOn = mask.includes(id);
          return (
            <OptionCheckbox
              key={id}
              name={maskedFieldNames[id]}
              isOn={isOn}
              description={many === null ? '' : numberText(many)}
              isFixed={required.includes(id)}
              tick={() => toggleMask(id)}
            />
          );
        })}
        <ManagedNote id={MANAGED_ID} settings={['masks', 'exporters']} />
        <p className={styles['quiet']}>
          Masked in every file of the pack. The last three digits stay, so that both sides can identify the same line.
        </p>
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>Include</legend>
        {PARTS.map(({ id, name: title, countText }) => {
          const many = count(id);
          const isOn = parts.includes(id);
          return (
            <OptionCheckbox
              key={id}
              name={title}
              isOn={isOn}
              description={many === null ? '' : countText(many)}
              tick={() => togglePart(id)}
            />
          );
        })}
        {others > 0 && (
          <OptionCheckbox
            name={`The ${numberText(others)} that did not fail`}
            isOn={parts.includes('succeeded')}
            description={numberText(others)}
            tick={() => togglePart('succeeded')}
          />
        )}
      </fieldset>
      <div className={styles['group']}>
        <span className={styles['legend']}>Provider’s ticket</span>
        <DialogTextInput
          label="Provider’s ticket: number, once you have it"
          value={ticket}
          change={setTicket}
          maxLength={120}
        />
      </div>
      {name !== null && <NameField name={name} change={setName} />}
      <p className={styles['never']}>
        <KeyRound size={14} aria-hidden="true" />
        Tokens and sign-in are never in a pack.
      </p>
    </div>
  );
}

const MANAGED_ID = 'pack-managed';

function OptionCheckbox(props: {
  name: string;
  isOn: boolean;
  description: string;
  isFixed?: boolean;
  tick: () => void;
}) {
  return (
    <label className={styles['tick']} data-on={props.isOn}>
      <input
        type="checkbox"
        aria-label={props.name}
        aria-describedby={props.isFixed === true ? MANAGED_ID : undefined}
        checked={props.isOn}
        disabled={props.isFixed === true}
        onChange={props.tick}
      />
      <span>{props.name}</span>
      <span className={styles['count']}>{props.description}</span>
    </label>
  );
}
