import { ACTION_LIMITS } from '../../../src-shared/domain/cases/action-limits.ts';
import { DialogField, DialogTextInput } from '../dialog/DialogField.tsx';

interface NameFieldProps {
  readonly name: string;
  readonly change: (name: string) => void;
  readonly first?: boolean;
}

export function NameField({ name, change, first = false }: NameFieldProps) {
  return (
    <DialogField name="Your name" note="Others see it beside what you do. Stored in this browser; not a sign-in.">
      <DialogTextInput
        first={first}
        label="Your name"
        autoComplete="name"
        value={name}
        change={change}
        maxLength={ACTION_LIMITS.name}
      />
    </DialogField>
  );
}
