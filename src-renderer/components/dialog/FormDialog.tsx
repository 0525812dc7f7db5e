import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Dialog } from './Dialog.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly heading?: ReactNode;
  readonly description?: ReactNode;
  readonly remark?: ReactNode;
  readonly submitName: string;
  /** Why the form cannot be submitted yet, shown beside the button; null if it can. */
  readonly missing: string | null;
  /** The dialog closes when this returns true. It submits nothing else until then. */
  readonly submit: () => boolean | Promise<boolean>;
  readonly close: () => void;
  readonly children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { title, heading = title, description, remark, submitName, missing, submit, close, children } = props;
  const form = useId();
  const reason = useId();
  const [isSubmitting, setSubmitting] = useState(false);
  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (missing !== null || isSubmitting) return;
    setSubmitting(true);
    try {
      if (await submit()) close();
    } finally {
      setSubmitting(false);
    }
  }
  /** Enter does nothing in a radio group or on a list; Ctrl+Enter submits from everywhere, as in Subscriptions. */
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
    const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isSubmit || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  }
  return (
    <Dialog
      title={heading}
      label={title}
      description={description}
      close={close}
      remark={missing === null ? remark : <output id={reason}>{missing}</output>}
      buttons={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="filled"
            type="submit"
            form={form}
            disabled={missing !== null || isSubmitting}
            aria-describedby={missing === null ? undefined : reason}
          >
            {submitName}
          </Button>
        </>
      }
    >
      {/* Only hears the keys of its fields. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form id={form} className="stack gap-3" onKeyDown={onKeyDown} onSubmit={(event) => void onSubmit(event)}>
        {children}
      </form>
    </Dialog>
  );
}
