/** The template of an outlet, with its preview for an example and the list of fields. */
import type { ReactNode } from 'react';
import { OUTLET_LIMITS } from '../../../../src-shared/domain/outlets/outlet.ts';
import { outletKind, type OutletKind } from '../../../../src-shared/domain/outlets/outlet-kinds.ts';
import { filledTemplate } from '../../../../src-shared/domain/outlets/template.ts';
import { exampleTurn } from '../../../../src-shared/words/outlets/example-turn.ts';
import { messageFields } from '../../../../src-shared/words/outlets/message-fields.ts';
import { outletKindWords } from '../../../../src-shared/words/outlets/outlet-words.ts';
import { DialogField } from '../../../components/dialog/DialogField.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useNow, useWatch } from '../../../stores/use-stores.ts';
import styles from './Outlets.module.css';

interface TemplateFieldProps {
  readonly kind: OutletKind;
  readonly template: string;
  readonly isValid: boolean;
  readonly note: ReactNode;
  readonly change: (template: string) => void;
}

export function TemplateField({ kind, template, isValid, note, change }: TemplateFieldProps) {
  const now = useNow(60_000);
  const name = useWatch(({ shown }) => shown?.profile.name ?? '');
  const domain = useWatch(({ shown }) => shown?.profile.domain ?? null);
  const isEmpty = template.trim() === '';
  return (
    <>
      <DialogField name="Template" note={note ?? (isEmpty ? outletKindWords[kind].emptyTemplate : undefined)}>
        <textarea
          className={`${styles['template']} text-field`}
          data-mono={true}
          aria-label="Template"
          rows={4}
          spellCheck={false}
          maxLength={OUTLET_LIMITS.template}
          value={template}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </DialogField>
      {!isEmpty && (
        <DialogField name="Preview" note={isValid ? 'with an example' : undefined}>
          {isValid ? (
            <output className={styles['preview']} aria-label="Preview">
              <Untrusted as="code" text={filledTemplate(template, messageFields(exampleTurn(now), { name, domain }))} />
            </output>
          ) : (
            <span className="quiet">–</span>
          )}
        </DialogField>
      )}
      <DialogField
        name="Fields"
        note="Write them inside the texts of the JSON. {{ and }} stand for braces. For a chat add :chat, as in {title:chat}: then no text of the service mentions anyone or becomes a link."
      >
        <span className={styles['fields']}>
          {outletKind(kind).template?.fields.map((field) => (
            <code key={field}>{`{${field}}`}</code>
          ))}
        </span>
      </DialogField>
    </>
  );
}
