import type { ExpandedLink } from '../../../../src-shared/domain/links/expand-link.ts';
import type { LinkPlace } from '../../../../src-shared/domain/links/link-fields.ts';
import { parseTemplate } from '../../../../src-shared/domain/links/link-template.ts';
import type { OwnLink } from '../../../../src-shared/domain/links/own-link.ts';
import { pageLink } from '../../../components/links/page-link.ts';
import { usePreviewRow } from '../../../components/links/use-preview-row.ts';
import { DialogField } from '../../../components/dialog/DialogField.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { unavailableWords } from '../../../words/link-words.ts';
import styles from './LinkDialog.module.css';

const ROW_NAMES: Readonly<Record<LinkPlace, readonly [row: string, none: string]>> = {
  event: ['the newest event', 'No event is stored yet.'],
  case: ['the newest case', 'No case is stored yet.'],
  group: ['the first failure group', 'No failure group is open now.'],
  request: ['the newest request', 'No request is stored yet.'],
  subscription: ['the first row of the newest search', 'No search has rows yet.'],
};

export function LinkPreview({ link }: { link: OwnLink }) {
  const place = link.places[0] ?? 'case';
  const { value, error } = usePreviewRow(place);
  const [name, none] = ROW_NAMES[place];
  const row = value?.row ?? null;
  const isValid = parseTemplate(link.kind, link.template, link.places).kind === 'template';
  return (
    <DialogField name="Preview" note={row === null ? undefined : `with ${name}`}>
      {row === null ? (
        <span className="quiet">
          {error !== null ? 'The row could not be read.' : value === null ? 'Reading a row …' : none}
        </span>
      ) : isValid ? (
        <Expanded expanded={pageLink(link, row)} />
      ) : (
        <span className="quiet">–</span>
      )}
    </DialogField>
  );
}

function Expanded({ expanded }: { expanded: ExpandedLink }) {
  if (expanded.kind === 'unavailable') return <output className="loud">{unavailableWords(expanded)}.</output>;
  return (
    <output className={styles['preview']}>
      <Untrusted as="code" text={expanded.kind === 'address' ? expanded.address : expanded.text} />
    </output>
  );
}
