/** The field that says how an outlet sends its secret: in a header, in the address, or as a signature. */
import type { ReactNode } from 'react';
import { outletKind, type OutletKind } from '../../../../src-shared/domain/outlets/outlet-kinds.ts';
import { OUTLET_LIMITS } from '../../../../src-shared/domain/outlets/outlet.ts';
import { AUTH_SCHEMES } from '../../../../src-shared/domain/outlets/secret-header.ts';
import { Select } from '../../../components/controls/Select.tsx';
import { DialogField, DialogTextInput } from '../../../components/dialog/DialogField.tsx';

interface AuthFieldProps {
  readonly kind: OutletKind;
  readonly auth: string | null;
  readonly note: ReactNode;
  readonly change: (auth: string | null) => void;
}

export function AuthField({ kind, auth, note, change }: AuthFieldProps) {
  const scheme = AUTH_SCHEMES.find((one) => one === auth);
  const chosen = auth === null ? 'none' : (scheme ?? 'header');
  const options = [
    {
      value: 'none',
      name: outletKind(kind).isSigned ? 'Signature, or {secret} in the address' : '{secret} in the address',
    },
    { value: 'basic', name: 'Basic (Authorization)' },
    { value: 'bearer', name: 'Bearer (Authorization)' },
    { value: 'header', name: 'Another header' },
  ] as const;
  return (
    <>
      <DialogField name="Send secret as">
        <Select
          aria-label="Send secret as"
          value={chosen}
          options={options}
          choose={(value) => change(value === 'none' ? null : value === 'header' ? INITIAL_HEADER : value)}
        />
      </DialogField>
      {chosen === 'header' && (
        <DialogField name="Header" note={note}>
          <DialogTextInput
            label="Name of the header"
            mono
            value={auth ?? ''}
            change={change}
            maxLength={OUTLET_LIMITS.auth}
          />
        </DialogField>
      )}
    </>
  );
}

const INITIAL_HEADER = 'X-Api-Key';
