/** Adds or changes an outlet. Each mistake is shown at its field, in the words of the command line. */
import { useState } from 'react';
import { SECRET_FIELD } from '../../../../src-shared/domain/outlets/outlet-address.ts';
import {
  normalizedOutlet,
  type OutletMistake,
  outletMistakes,
} from '../../../../src-shared/domain/outlets/outlet-mistakes.ts';
import {
  HEARTBEAT_SECONDS,
  initialOutlet,
  type NewOutlet,
  type Outlet,
  OUTLET_LIMITS,
} from '../../../../src-shared/domain/outlets/outlet.ts';
import { outletKind, outletKinds } from '../../../../src-shared/domain/outlets/outlet-kinds.ts';
import { mistakeWords, outletKindWords, PAGE_PLACES } from '../../../../src-shared/words/outlets/outlet-words.ts';
import type { OutletTest } from '../../../../src-shared/api/outlets.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Select } from '../../../components/controls/Select.tsx';
import { TestAnswer } from './TestAnswer.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { Checkbox, DialogField, DialogTextInput } from '../../../components/dialog/DialogField.tsx';
import { FormDialog } from '../../../components/dialog/FormDialog.tsx';
import { useOutlets, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { secretFieldProps } from '../sign-in/secret-field-props.ts';
import styles from './Outlets.module.css';
import { AuthField } from './AuthField.tsx';
import { SentFields } from './SentFields.tsx';
import { TemplateField } from './TemplateField.tsx';

type Draft = Omit<NewOutlet, 'everySeconds'> & { readonly seconds: string; readonly secret: string };

function draftOf({ everySeconds, ...settings }: NewOutlet): Draft {
  return { ...settings, seconds: String(everySeconds), secret: '' };
}

interface OutletDialogProps {
  readonly before: Outlet | null;
  readonly others: readonly Outlet[];
  readonly close: () => void;
}

export function OutletDialog({ before, others, close }: OutletDialogProps) {
  const { outlets: store } = useStores();
  const error = useOutlets((state) => state.requestError);
  const [draft, setDraft] = useState(() => draftOf(before ?? initialOutlet(outletKinds[0] ?? 'alertmanager')));
  const [test, setTest] = useState<OutletTest | 'pending' | null>(null);
  const { seconds, secret, ...settings } = draft;
  const { name, kind, url, auth, template, isBatched } = settings;
  const change = (part: Partial<Draft>) => {
    setTest(null);
    setDraft({ ...draft, ...part });
  };
  const { sends, target, template: templates, batch } = outletKind(kind);
  const isPing = sends === 'pings';
  const isFile = target === 'file';
  const addressName = isFile ? 'File' : 'Address';
  const everySeconds = isPing ? Number(seconds || Number.NaN) : HEARTBEAT_SECONDS.initial;
  const views = sends === 'messages' ? settings.views : [];
  const outlet = normalizedOutlet({ ...settings, views, everySeconds });
  const given = secret === '' || isFile ? null : secret;
  const mistakes = outletMistakes(outlet, given, others, before);
  const note = (field: OutletMistake['field']) => fieldNote(mistakes, field);
  const needsSecret = url.includes(SECRET_FIELD) || auth !== null;
  const secretNote = (secret !== '' || needsSecret ? note('secret') : undefined) ?? secretNoteOf(before, outlet);
  async function sendTest(): Promise<void> {
    setTest('pending');
    setTest(await store.testDraft(before?.id ?? null, outlet, given));
  }
  return (
    <FormDialog
      title={before === null ? 'Add outlet' : `Change ${visibleText(before.name)}`}
      description={before === null ? addDescription(sends) : CHANGE_DESCRIPTION}
      close={close}
      submitName={before === null ? 'Add outlet' : 'Save'}
      missing={missingWords(mistakes)}
      submit={() => (before === null ? store.add(outlet, given) : store.change(before.id, outlet, given))}
    >
      <DialogField name="Kind" note={outletKindWords[kind].note}>
        <Select
          aria-label="Kind"
          data-autofocus
          disabled={before !== null}
          value={kind}
          options={outletKinds.map((value) => ({ value, name: outletKindWords[value].name }))}
          choose={(chosen) => change({ kind: chosen, template: outletKind(chosen).template?.initial ?? null })}
        />
      </DialogField>
      <DialogField name="Name" note={name === '' ? undefined : note('name')}>
        <DialogTextInput
          label="Name of the outlet"
          value={name}
          change={(typed) => change({ name: typed })}
          maxLength={OUTLET_LIMITS.name}
        />
      </DialogField>
      <DialogField name={addressName} note={url === '' ? (isFile ? undefined : ADDRESS_NOTE) : note('url')}>
        <DialogTextInput
          label={addressName}
          mono
          value={url}
          change={(typed) => change({ url: typed })}
          maxLength={OUTLET_LIMITS.url}
          placeholder={outletKindWords[kind].example}
        />
      </DialogField>
      {!isFile && (
        <AuthField kind={kind} auth={auth} note={note('auth')} change={(chosen) => change({ auth: chosen })} />
      )}
      {!isFile && (
        <DialogField name="Secret" note={secretNote}>
          <input
            {...secretFieldProps()}
            className={`${styles['secret']} text-field`}
            aria-label="Secret"
            maxLength={OUTLET_LIMITS.secret}
            value={secret}
            onChange={(event) => change({ secret: event.currentTarget.value })}
          />
        </DialogField>
      )}
      {!isPing && <SentFields sent={outlet} note={note('topics')} change={change} />}
      {templates !== null && (
        <TemplateField
          kind={kind}
          template={template ?? ''}
          isValid={!mistakes.some(({ field }) => field === 'template')}
          note={note('template')}
          change={(typed) => change({ template: typed })}
        />
      )}
      {batch === 'optional' && (
        <DialogField name="Batch">
          <Checkbox
            name="Up to 100 events in one request"
            checked={isBatched}
            change={(checked) => change({ isBatched: checked })}
          />
        </DialogField>
      )}
      {isPing && (
        <DialogField name="Every" note={note('everySeconds') ?? 'seconds between two pings'}>
          <DialogTextInput
            label="Seconds between two pings"
            value={seconds}
            change={(typed) => change({ seconds: typed.replaceAll(/\D/g, '') })}
            maxLength={4}
          />
        </DialogField>
      )}
      <DialogField name="Test">
        <div className="row wraps gap-2">
          <Button disabled={mistakes.length > 0 || test === 'pending'} onClick={() => void sendTest()}>
            {test === 'pending' ? 'Sending …' : 'Send a test'}
          </Button>
          <output className="breaks">{test !== null && test !== 'pending' && <TestAnswer test={test} />}</output>
        </div>
      </DialogField>
      <ErrorNote intro={before === null ? 'It could not be added.' : 'It could not be changed.'} error={error} />
    </FormDialog>
  );
}

const FIELD_NAMES: Readonly<Record<OutletMistake['field'], string>> = {
  name: 'the name',
  url: 'the address',
  secret: 'the secret',
  auth: 'how the secret is sent',
  topics: 'what is sent',
  template: 'the template',
  everySeconds: 'the seconds',
};
const ADDRESS_NOTE = `https, or http for this computer. ${SECRET_FIELD} in the path or the query stands for the secret.`;
const SECRET_NOTE = `Stored encrypted for this address, and never shown again. It stands for ${SECRET_FIELD}.`;
function addDescription(sends: ReturnType<typeof outletKind>['sends']): string {
  if (sends === 'pings') return 'It gets a ping as often as you choose, while events are received and stored.';
  const first =
    sends === 'alerts'
      ? 'It gets the failure groups that are open at once, with the time at which they opened, and then what happens.'
      : 'It gets what happens from now on, not what is open already.';
  return `${first} Failure groups and watching itself are sent without an EID, ICCID, IMSI, MSISDN or request.`;
}
const CHANGE_DESCRIPTION = 'What it has sent, and what still waits, stays.';
const KEEP_NOTE = 'Empty: the stored secret stays.';
const BOUND_NOTE =
  'The address or the header has changed: if there is a secret, enter it again. A secret is bound to both.';
const HEADER_NOTE = 'Stored encrypted for this address and header, and never shown again.';
const BASIC_NOTE = `${HEADER_NOTE} USER:PASSWORD in one line.`;
const SIGNING_NOTE = 'Stored encrypted for this address, and never shown again. It signs: base64 of 24 to 64 bytes.';

function secretNoteOf(before: Outlet | null, { kind, url, auth }: NewOutlet): string {
  if (before !== null) return url === before.url && auth === before.auth ? KEEP_NOTE : BOUND_NOTE;
  if (auth !== null) return auth === 'basic' ? BASIC_NOTE : HEADER_NOTE;
  return outletKind(kind).isSigned ? SIGNING_NOTE : SECRET_NOTE;
}

/** The note of the field has the details, unless it is still empty. */
function missingWords(mistakes: readonly OutletMistake[]): string | null {
  const [first] = mistakes;
  return first === undefined ? null : `Enter or correct: ${FIELD_NAMES[first.field]}.`;
}

function fieldNote(mistakes: readonly OutletMistake[], field: OutletMistake['field']) {
  const mistake = mistakes.find((one) => one.field === field);
  if (mistake === undefined) return undefined;
  return <output className="loud">{visibleText(mistakeWords(mistake, PAGE_PLACES))}</output>;
}
