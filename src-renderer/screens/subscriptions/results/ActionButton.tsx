import type { ComponentProps } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { Keycap } from '../../../components/Keycap.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';

interface ActionButtonProps extends ComponentProps<typeof Button> {
  readonly name: string;
  readonly run: () => void;
  readonly unavailable?: string | null;
  readonly keycap?: string;
}

export function ActionButton({ name, run, unavailable = null, keycap, ...button }: ActionButtonProps) {
  const key = keycap === undefined ? null : <Keycap name={keycap} />;
  return (
    <Tooltip label={null} unavailable={unavailable}>
      <Button rightSection={key} {...button} onClick={run}>
        {name}
      </Button>
    </Tooltip>
  );
}
