/** Fields of a profile, in the order in which providers give the values. */
import { choices } from '../../components/controls/choices.ts';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { SegmentedControl } from '../../components/controls/SegmentedControl.tsx';
import { Select } from '../../components/controls/Select.tsx';
import { ManagedNote } from '../../components/ManagedNote.tsx';
import { useManaged } from '../../stores/queries/use-managed.ts';
import { Untrusted } from '../../components/Untrusted.tsx';
import { type DraftFields, profileFields, textFields } from '../../stores/profile-form.ts';
import { FieldRow, Hint, Note, Switch, TextInput, TextRow, useDraftEditing } from './Field.tsx';
import styles from './ProfileFields.module.css';
import { RulesRow } from './RulesRow.tsx';

const flows = choices({
  authorizationCode: 'As a person, in the browser',
  clientCredentials: 'As a client, with a secret',
});
const flowNotes: Readonly<Record<DraftFields['flow'], string>> = {
  authorizationCode: 'Opens your browser; you stay signed in until the service ends the session.',
  clientCredentials: 'Works unattended, also without a window.',
};

const MANAGED_ID = 'profile-managed';
const PROFILE_SETTINGS = ['profiles', 'teamLog', 'teamServers'] as const;

export function ProfileFields({ signIn, watching }: { signIn: ReactNode; watching: ReactNode }) {
  const { draft, change } = useDraftEditing();
  const { fields, base } = draft;
  const isFixed = useManaged('profiles') !== null;
  const lock = { className: styles['group'], disabled: isFixed, 'aria-describedby': MANAGED_ID };
  return (
    <div className="stack gap-1">
      <ManagedNote id={MANAGED_ID} settings={PROFILE_SETTINGS} />
      <fieldset {...lock}>
        <TextRow field="name" plain />
        <TextRow field="baseUrl" />
        <TextRow field="eventsUrl" />
        <TextRow field="authUrl" />
        <TextRow field="realm" />
        <FieldRow label="Sign in" note={<Hint isUnchanged={fields.flow === base.flow}>{flowNotes[fields.flow]}</Hint>}>
          <SegmentedControl label="Sign in" options={flows} value={fields.flow} choose={(flow) => change({ flow })} />
        </FieldRow>
        <TextRow field="clientId" />
      </fieldset>
      {signIn}
      <fieldset {...lock}>
        {base.clientSecretFile !== '' && <SecretFileRow />}
        {fields.flow === 'clientCredentials' && (
          <FieldRow label="Secret is sent">
            <SegmentedControl
              label="Secret is sent"
              options={choices({ basic: 'basic', post: 'post' })}
              value={fields.clientAuthentication}
              choose={(clientAuthentication) => change({ clientAuthentication })}
            />
            <span className="meta">most issuers accept both</span>
          </FieldRow>
        )}
        <ProxyRow />
      </fieldset>
      <FieldRow label="Watch">
        <Switch
          name="Start watching when Watchfloor starts"
          checked={fields.watchAtStart}
          change={(watchAtStart) => change({ watchAtStart })}
        />
        {watching}
      </FieldRow>
      <fieldset {...lock}>
        <RulesRow />
        <TextRow field="statusPage" />
        <TextRow field="heartbeatSeconds">
          every <TextInput field="heartbeatSeconds" short /> seconds
        </TextRow>
        <TextRow field="attemptSilenceMinutes">
          after <TextInput field="attemptSilenceMinutes" short /> minutes without events
        </TextRow>
        <KeepRow />
        <TextRow field="caFile" />
      </fieldset>
    </div>
  );
}

/** The page cannot set a secret file. It shows the file of the profile and can remove it. */
function SecretFileRow() {
  const { draft, change } = useDraftEditing();
  const { clientSecretFile } = draft.fields;
  const isFileRemoved = clientSecretFile === '';
  return (
    <FieldRow label={profileFields.clientSecretFile.label} note={<Note fields={['clientSecretFile']} />}>
      {isFileRemoved ? 'none: after saving, type the secret' : <Untrusted text={clientSecretFile} />}
      <Button onClick={() => change({ clientSecretFile: isFileRemoved ? draft.base.clientSecretFile : '' })}>
        {isFileRemoved ? 'Use the file again' : 'Type the secret instead'}
      </Button>
    </FieldRow>
  );
}

function ProxyRow() {
  const { draft, change } = useDraftEditing();
  const { proxy } = draft.fields;
  const hasAddress = proxy === 'address';
  return (
    <FieldRow
      label="Proxy"
      isBare
      note={
        hasAddress ? (
          <Note fields={['proxyAddress']} />
        ) : (
          <Hint isUnchanged={proxy === draft.base.proxy}>
            {proxy === 'none'
              ? 'Every request goes straight to the service.'
              : 'Uses HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the computer where Watchfloor runs.'}
          </Hint>
        )
      }
    >
      <div className={styles['proxy']} data-address={hasAddress}>
        <Select
          aria-label="Proxy"
          value={proxy}
          choose={(chosen) => change({ proxy: chosen })}
          options={choices({ environment: 'from the system', none: 'none', address: 'this address:' })}
        />
        {hasAddress && <TextInput field="proxyAddress" label="Proxy address" />}
      </div>
    </FieldRow>
  );
}

function KeepRow() {
  const keeps = textFields.filter((field) => profileFields[field].keeps !== undefined);
  return (
    <FieldRow
      label="Store for"
      note={<Note fields={keeps} otherwise="Pinned events, sessions and gaps are stored forever." />}
    >
      {keeps.map((field) => (
        <span key={field} className="inline-row gap-1 space-right-2">
          {profileFields[field].keeps}{' '}
          <TextInput
            field={field}
            short
            noteField="keepFailures"
            label={`Days to store ${profileFields[field].keeps}`}
          />
        </span>
      ))}
      days
    </FieldRow>
  );
}
