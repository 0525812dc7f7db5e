import { type ComponentProps, useRef } from 'react';
import { Button } from './Button.tsx';

interface FileButtonProps extends ComponentProps<typeof Button> {
  readonly label: string;
  readonly choose: (file: File) => void;
}

export function FileButton({ label, choose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept=".json,application/json"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen !== undefined) choose(chosen);
          // Choosing the same file again fires an event only after this.
          currentTarget.value = '';
        }}
      />
      <Button {...button} onClick={button['aria-disabled'] === true ? undefined : () => input.current?.click()} />
    </>
  );
}
