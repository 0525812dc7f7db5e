import type { Choice } from './choices.ts';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './Select.module.css';

interface SelectProps<T extends string> extends Omit<ComponentProps<'select'>, 'onChange' | 'className' | 'children'> {
  readonly options: readonly Choice<T>[];
  readonly value: T;
  readonly choose: (value: T) => void;
}

export function Select<T extends string>({ options, choose, ...others }: SelectProps<T>) {
  return (
    <span className="full-width block relative">
      <select
        {...others}
        className={styles['select']}
        onChange={({ currentTarget }) => {
          const chosen = options[currentTarget.selectedIndex];
          if (chosen !== undefined) choose(chosen.value);
        }}
      >
        {options.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown size={14} className={styles['arrow']} aria-hidden="true" />
    </span>
  );
}
