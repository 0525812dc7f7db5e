/** Adds an outlet. Each mistake is shown at its field, in the words of the command line. */
import { useState } from 'react';
import { SECRET_FIELD } from '../../../../src-shared/domain/outlets/outlet-address.ts';
import {
  normalizedOutlet,
  type OutletMistake,
  outletMistakes,
} from '../../../../src-shared/domain/outlets/outlet-mistakes.ts';
import {
  HEARTBEAT_SECONDS,
  type NewOutlet,
  type Outlet,
  outletKinds,
  OUTLET_LIMITS,
  outletTopics,
  DEFAULT_TOPICS,
} from '../../../../src-shared/domain/outlets/outlet.ts';
import { DEFAULT_TEMPLATE } from '../../../../src-shared/domain/outlets/template.ts';
import { mistakeWords, outletKindNames, outletTopicNames } from '../../../../src-shared/words/outlets/outlet-words.ts';
import { Select } from '../../../components/controls/Select.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { Checkbox, DialogField, DialogTextInput } from '../../../components/overlay/DialogField.tsx';
import { FormDialog } from '../../../components/overlay/FormDialog.tsx';
import { useOutlets, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { outletKindNotes } from './outlet-words.ts';
import { secretFieldProps } from '../sign-in/secret-field-props.ts';
import styles from './Outlets.module.css';
import { TemplateField } from './TemplateField.tsx';

type Draft = Omit<NewOutlet, 'everySeconds'> & { readonly seconds: string; readonly secret: string };

const NEW: Draft = {
  name: '',
  kind: 'alertmanager',
  url: '',
  topics: DEFAULT_TOPICS,
  template: null,
  isBatched: false,
  seconds: String(HEARTBEAT_SECONDS.initial),
  secret: '',
};

export function OutletDialog({ listed, close }: { listed: readonly Outlet[]; close: () => void }) {
  const { outlets: store } = useStores();
  const error = useOutlets((state) => state.requestError);
  const [draft, setDraft] = useState(NEW);
  const { name, kind, url, topics, template, isBatched, seconds, secret } = draft;
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const everySeconds = kind === 'heartbeat' ? Number(seconds || Number.NaN) : HEARTBEAT_SECONDS.initial;
  const outlet = normalizedOutlet({ name, kind, url, topics, template, isBatched, everySeconds });
  const given = secret === '' || kind === 'ndjson' ? null : secret;
  const mistakes = outletMistakes(outlet, given, listed);
  const note = (field: OutletMistake['field']) => fieldNote(mistakes, field);
  const canSign = kind === 'cloudevents';
  const needsSecret = url.includes(SECRET_FIELD);
  return (
    <FormDialog
      title="Add outlet"
      description="It gets what happens from now on. Nothing that is sent contains an EID, ICCID, IMSI, MSISDN or request."
      close={close}
      submitName="Add outlet"
      isReady={mistakes.length === 0}
      submit={() => store.add(outlet, given)}
    >
      <DialogField name="Kind" note={outletKindNotes[kind]}>
        <Select
          aria-label="Kind"
          data-autofocus
          value={kind}
          options={outletKinds.map((value) => ({ value, name: outletKindNames[value] }))}
          choose={(chosen) => change({ kind: chosen, template: chosen === 'template' ? DEFAULT_TEMPLATE : null })}
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
      <DialogField
        name={kind === 'ndjson' ? 'File' : 'Address'}
        note={url === '' ? (kind === 'ndjson' ? undefined : ADDRESS_NOTE) : note('url')}
      >
        <DialogTextInput
          label={kind === 'ndjson' ? 'File' : 'Address'}
          mono
          value={url}
          change={(typed) => change({ url: typed })}
          maxLength={OUTLET_LIMITS.url}
        />
      </DialogField>
      {kind !== 'ndjson' && (
        <DialogField
          name="Secret"
          note={(secret !== '' || needsSecret ? note('secret') : undefined) ?? (canSign ? SIGNING_NOTE : SECRET_NOTE)}
        >
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
      {kind !== 'heartbeat' && (
        <DialogField name="Sends" note={note('topics')}>
          {outletTopics.map((topic) => (
            <Checkbox
              key={topic}
              name={outletTopicNames[topic]}
              checked={topics.includes(topic)}
              change={(checked) =>
                change({ topics: outletTopics.filter((one) => (one === topic ? checked : topics.includes(one))) })
              }
            />
          ))}
        </DialogField>
      )}
      {(kind === 'template' || kind === 'heartbeat') && (
        <TemplateField
          kind={kind}
          template={template ?? ''}
          isValid={!mistakes.some(({ field }) => field === 'template')}
          note={note('template')}
          change={(typed) => change({ template: typed })}
        />
      )}
      {kind === 'cloudevents' && (
        <DialogField name="Batch">
          <Checkbox
            name="Up to 100 events in one request"
            checked={isBatched}
            change={(checked) => change({ isBatched: checked })}
          />
        </DialogField>
      )}
      {kind === 'heartbeat' && (
        <DialogField name="Every" note={note('everySeconds') ?? 'seconds between two pings'}>
          <DialogTextInput
            label="Seconds between two pings"
            value={seconds}
            change={(typed) => change({ seconds: typed.replaceAll(/\D/g, '') })}
            maxLength={4}
          />
        </DialogField>
      )}
      <ErrorNote intro="It could not be added." error={error} />
    </FormDialog>
  );
}

const ADDRESS_NOTE = `https, or http for this computer. ${SECRET_FIELD} in the path or the query stands for the secret.`;
const SECRET_NOTE = `Stored encrypted for this address, and never shown again. It stands for ${SECRET_FIELD}.`;
const SIGNING_NOTE = 'Stored encrypted for this address, and never shown again. It signs: base64 of 24 to 64 bytes.';

function fieldNote(mistakes: readonly OutletMistake[], field: OutletMistake['field']) {
  const mistake = mistakes.find((one) => one.field === field);
  if (mistake === undefined) return undefined;
  return <output className="loud">{visibleText(mistakeWords(mistake, 'in Secret'))}</output>;
}
