/** Adds or changes an own link. Shows what it gives for a real row while the user types. */
import { useState } from 'react';
import {
  DEFAULT_MASKED_FIELDS,
  maskedFieldNames,
  maskedFields,
} from '../../../../src-shared/domain/event/masked-fields.ts';
import { fieldsOf, linkField, linkPlaceNames, linkPlaces } from '../../../../src-shared/domain/links/link-fields.ts';
import { MAX_TEMPLATE_LENGTH, parseTemplate } from '../../../../src-shared/domain/links/link-template.ts';
import { isLinkName, type OwnLink } from '../../../../src-shared/domain/links/own-link.ts';
import { RadioGroup } from '../../../components/controls/RadioGroup.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { Checkbox, DialogField, DialogTextInput } from '../../../components/dialog/DialogField.tsx';
import { FormDialog } from '../../../components/dialog/FormDialog.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { findByName, newId } from '../../../components/saved/saved-items.ts';
import { useLinks, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { templateProblemWords } from '../../../words/link-words.ts';
import styles from './LinkDialog.module.css';
import { LINK_LABELS } from './LinkLine.tsx';
import { LinkPreview } from './LinkPreview.tsx';

const NEW_LINK: Omit<OwnLink, 'id'> = {
  name: '',
  kind: 'address',
  places: ['case'],
  template: '',
  mask: DEFAULT_MASKED_FIELDS,
};

export function LinkDialog({ link }: { link: OwnLink | null }) {
  const { links: store } = useStores();
  const listed = useLinks((state) => state.savedItems) ?? [];
  const refusal = useLinks((state) => state.requestError);
  const [draft, setDraft] = useState<OwnLink>(() => link ?? { ...NEW_LINK, id: newId() });
  const { name, kind, places, template, mask } = draft;
  const change = (part: Partial<OwnLink>) => setDraft({ ...draft, ...part });
  const parsed = parseTemplate(kind, template, places);
  const nameProblem = problemOfName(draft, listed);
  const missing =
    nameProblem ??
    (places.length === 0
      ? 'Choose where it appears.'
      : parsed.kind === 'template'
        ? null
        : `Enter or correct the ${kind === 'copy' ? 'text' : 'address'}.`);
  return (
    <FormDialog
      title={link === null ? 'Add a link' : 'Edit link'}
      description="It appears on each row of the chosen kinds. Fields in braces are replaced by the values of the row."
      close={() => store.show(null)}
      submitName={link === null ? 'Add link' : 'Save link'}
      missing={missing}
      submit={() => store.put([{ ...draft, name: name.trim() }])}
    >
      <DialogField name="Name" note={name === '' ? undefined : nameProblem}>
        <DialogTextInput
          first
          label="Name of the link"
          value={name}
          change={(typed) => change({ name: typed })}
          maxLength={LINK_LABELS.maxNameLength}
        />
      </DialogField>
      <RadioGroup
        label="What it does"
        options={[
          { value: 'address', name: 'Opens an address' },
          { value: 'copy', name: 'Copies a text' },
        ]}
        value={kind}
        choose={(chosen) => change({ kind: chosen })}
      />
      <DialogField name="On" note={places.length === 0 ? 'Choose at least one.' : undefined}>
        {linkPlaces.map((place) => (
          <Checkbox
            key={place}
            name={linkPlaceNames[place]}
            checked={places.includes(place)}
            change={() => change({ places: withToggled(linkPlaces, places, place) })}
          />
        ))}
      </DialogField>
      <DialogField
        name={kind === 'copy' ? 'Text' : 'Address'}
        note={
          parsed.kind === 'problem' && template !== '' ? (
            <output className="loud">{visibleText(templateProblemWords(parsed.problem))}</output>
          ) : undefined
        }
      >
        <TemplateInput kind={kind} value={template} change={(typed) => change({ template: typed })} />
      </DialogField>
      <LinkPreview link={draft} />
      <DialogField name="Fields">
        <FieldButtons places={places} insert={(field) => change({ template: `${template}{${field}}` })} />
      </DialogField>
      <DialogField name="Mask" note="Masked values are replaced by ********. The other system sees all others.">
        {maskedFields.map((field) => (
          <Checkbox
            key={field}
            name={maskedFieldNames[field]}
            checked={mask.includes(field)}
            change={() => change({ mask: withToggled(maskedFields, mask, field) })}
          />
        ))}
      </DialogField>
      <ErrorNote intro="It could not be saved." error={refusal} />
    </FormDialog>
  );
}

function problemOfName({ id, name }: OwnLink, listed: readonly OwnLink[]): string | null {
  if (!isLinkName(name)) return 'Enter a name without invisible characters.';
  const same = findByName(listed, name);
  return same !== null && same.id !== id ? 'Another link already has this name.' : null;
}

function withToggled<One>(known: readonly One[], chosen: readonly One[], one: One): readonly One[] {
  return known.filter((each) => chosen.includes(each) !== (each === one));
}

function TemplateInput(props: { kind: OwnLink['kind']; value: string; change: (value: string) => void }) {
  const { kind, value, change } = props;
  if (kind === 'address')
    return <DialogTextInput label="Address" mono value={value} change={change} maxLength={MAX_TEMPLATE_LENGTH} />;
  return (
    <textarea
      className={`${styles['text']} text-field`}
      data-mono={true}
      aria-label="Text"
      rows={3}
      spellCheck={false}
      maxLength={MAX_TEMPLATE_LENGTH}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function FieldButtons({ places, insert }: { places: OwnLink['places']; insert: (field: string) => void }) {
  return (
    <span className={styles['fields']}>
      {fieldsOf(places).map((field) => (
        <Tooltip key={field} label={linkField(field).meaning}>
          <button
            type="button"
            className="link-button small"
            aria-label={`Insert ${field}: ${linkField(field).meaning}`}
            onClick={() => insert(field)}
          >
            <code>{`{${field}}`}</code>
          </button>
        </Tooltip>
      ))}
    </span>
  );
}
