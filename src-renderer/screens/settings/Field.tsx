/** Row of the profile editor: the label on the left, the input, and below it a note that is always present. */
import { Check, CircleX } from 'lucide-react';
import { createContext, type ReactNode, use } from 'react';
import { checkField, profileFields, type TextField } from '../../stores/profile-form.ts';
import { type ProfileDraft } from '../../stores/profile-draft.ts';
import type { PolicySettingName } from '../../../src-shared/domain/policy/policy-settings.ts';
import { useManaged } from '../../stores/queries/use-managed.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Untrusted } from '../../components/Untrusted.tsx';
import { type FieldNote, fieldNote } from './field-words.ts';
import styles from './Field.module.css';
import layout from './ProfileFields.module.css';

export interface DraftEditing {
  readonly draft: ProfileDraft;
  readonly change: (part: Partial<ProfileDraft['fields']>) => void;
  readonly touch: (field: TextField) => void;
  readonly fix: (field: TextField, value: string) => void;
}
export const DraftContext = createContext<DraftEditing | null>(null);

export function useDraftEditing(): DraftEditing {
  const editing = use(DraftContext);
  if (editing === null) throw new Error('A profile field is outside its editor.');
  return editing;
}

export function fieldId(field: TextField): string {
  return `profile-${field}`;
}

function noteId(field: TextField): string {
  return `${fieldId(field)}-note`;
}

interface FieldRowProps {
  readonly label: string;
  /** Makes the label that of this input; other controls of a row have names of their own. */
  readonly field?: TextField;
  readonly isBare?: boolean;
  readonly children: ReactNode;
  readonly note?: ReactNode;
}

export function FieldRow({ label, field, isBare = false, children, note }: FieldRowProps) {
  return (
    <div className={styles['row']}>
      {field === undefined ? (
        <span className={styles['label']}>{label}</span>
      ) : (
        <label className={styles['label']} htmlFor={fieldId(field)}>
          {label}
        </label>
      )}
      <div className="shrinks relative">
        {isBare ? children : <div className={layout['line']}>{children}</div>}
        {note}
      </div>
    </div>
  );
}

export function TextRow({ field, plain, children }: { field: TextField; plain?: boolean; children?: ReactNode }) {
  return (
    <FieldRow
      label={profileFields[field].label}
      field={field}
      isBare={children === undefined}
      note={<Note fields={[field]} />}
    >
      {children ?? <TextInput field={field} plain={plain} />}
    </FieldRow>
  );
}

/** @param noteField field whose note also applies to this one */
export function TextInput(props: {
  field: TextField;
  plain?: boolean | undefined;
  short?: boolean;
  label?: string;
  noteField?: TextField;
}) {
  const { field, plain = false, short = false, label, noteField = field } = props;
  const { draft, change, touch } = useDraftEditing();
  const isWrong = checkField(draft.fields, field).kind === 'wrong' && draft.touchedFields.includes(field);
  return (
    <input
      id={fieldId(field)}
      className={`${styles['input']} text-field`}
      data-mono={!plain}
      data-short={short}
      aria-label={label}
      aria-invalid={isWrong}
      aria-describedby={noteId(noteField)}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      inputMode={short ? 'numeric' : undefined}
      value={draft.fields[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
      onBlur={() => touch(field)}
    />
  );
}

/** Settings of a fleet policy that limit a field. */
const LIMITS: Partial<Readonly<Record<TextField, PolicySettingName>>> = {
  baseUrl: 'addresses',
  eventsUrl: 'addresses',
  authUrl: 'addresses',
  statusPage: 'addresses',
  proxyAddress: 'addresses',
  keepFailures: 'leastDaysFailures',
  keepSuccesses: 'leastDaysSuccesses',
  keepHeartbeats: 'leastDaysHeartbeats',
  keepSearches: 'leastDaysSearches',
};

/** Note of one field or of several in the same row. An error comes first. */
export function Note({ fields, otherwise }: { fields: readonly TextField[]; otherwise?: string }) {
  const { draft, fix } = useDraftEditing();
  const notes = fields.map((field) => ({ field, note: fieldNote(draft, field) }));
  const { field, note } = notes.find((one) => one.note.tone === 'wrong') ?? notes[0] ?? NO_NOTE;
  // An unchanged saved value needs no hint, so a low window hides it.
  const isUnchanged =
    note.tone === 'quiet' &&
    note.fix === null &&
    fields.every((one) => draft.fields[one] !== '' && draft.fields[one] === draft.base[one]);
  const managed = useManaged(...fields.flatMap((one) => LIMITS[one] ?? []));
  const isManaged = managed !== null && note.tone !== 'wrong';
  const unmanaged = note.tone === 'quiet' && otherwise !== undefined ? otherwise : note.text;
  const text = isManaged ? visibleText(managed) : unmanaged;
  return (
    <p
      className={styles['note']}
      data-tone={note.tone}
      data-known={isUnchanged && !isManaged}
      id={noteId(fields[0] ?? field)}
    >
      {note.tone === 'wrong' && <CircleX size={12} aria-hidden="true" />}
      {note.tone === 'good' && <Check size={12} aria-hidden="true" />}
      <span>{text}</span>
      {note.fix !== null && <FixButton {...note.fix} use={(value) => fix(field, value)} />}
    </p>
  );
}
export function Hint({ isUnchanged, children }: { isUnchanged: boolean; children: ReactNode }) {
  const { draft } = useDraftEditing();
  return (
    <p className={styles['note']} data-known={draft.base.name !== '' && isUnchanged}>
      <span>{children}</span>
    </p>
  );
}

const NO_NOTE: { field: TextField; note: FieldNote } = { field: 'name', note: { tone: 'quiet', text: '', fix: null } };

function FixButton({ text, value, use: take }: { text: string; value: string; use: (value: string) => void }) {
  return (
    // Keeps the focus in the field: a blur could change the note between press and click.
    <button
      type="button"
      className={styles['repair']}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => take(value)}
    >
      <Untrusted text={text} truncate="end" />
    </button>
  );
}

/** @param props.label name for screen readers if the switch has none beside it */
export function Switch(props: {
  name?: string;
  label?: string;
  checked: boolean;
  disabled?: boolean;
  change: (checked: boolean) => void;
}) {
  return (
    <label className={styles['switch']}>
      <input
        type="checkbox"
        role="switch"
        aria-label={props.label}
        aria-checked={props.checked}
        checked={props.checked}
        disabled={props.disabled}
        onChange={(event) => props.change(event.currentTarget.checked)}
      />
      {props.name}
    </label>
  );
}
