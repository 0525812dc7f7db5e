import type { Choice } from './choices.ts';
import { type ReactNode, useId } from 'react';
import styles from './RadioGroup.module.css';

interface RadioGroupProps<T extends string> {
  readonly label: string;
  readonly options: readonly (Choice<T> & { readonly note?: string; readonly field?: ReactNode })[];
  readonly value: T;
  readonly choose: (value: T) => void;
  /** For dialogs: focuses the selected option on opening, so that arrow keys and Enter work immediately. */
  readonly isFirst?: boolean;
}

export function RadioGroup<T extends string>({
  label,
  options,
  value: chosen,
  choose,
  isFirst = false,
}: RadioGroupProps<T>) {
  const id = useId();
  return (
    <div className="grid gap-1" role="radiogroup" aria-labelledby={id}>
      <span className="medium" id={id}>
        {label}
      </span>
      {options.map(({ value, name, note, field }) => (
        <div key={value} className="pad-y-1">
          <div className="row gap-3">
            <label className={styles['choice']}>
              <input
                type="radio"
                name={id}
                checked={value === chosen}
                data-autofocus={isFirst && value === chosen ? true : undefined}
                aria-describedby={note === undefined ? undefined : `${id}-${value}`}
                onChange={() => choose(value)}
              />
              {name}
            </label>
            {field}
          </div>
          {note !== undefined && (
            <p className={styles['note']} id={`${id}-${value}`}>
              {note}
            </p>
          )}
        </div>
      ))}
    </div>
  );
}
