/** Mantine's components in our manner. Colours and sizes come from the tokens through Mantine's variables. */
import { Button, createTheme } from '@mantine/core';

export const mantineTheme = createTheme({
  cursorType: 'pointer',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 'var(--radius)',
  components: {
    Button: Button.extend({
      defaultProps: { size: 'xs' },
      vars: (_theme, { size, variant }) => ({
        root: {
          '--button-height':
            size === 'sm' ? 'calc(var(--px) * 36)' : size === 'compact-xs' ? 'calc(var(--px) * 24)' : 'var(--control)',
          '--button-padding-x':
            size === 'sm' ? 'var(--space-4)' : size === 'compact-xs' ? 'var(--space-2)' : 'var(--space-3)',
          '--button-fz': size === 'compact-xs' ? 'var(--size-meta)' : 'var(--size-base)',
          // One disabled button, and one filled; all others are ink on the ground they stand on.
          ...(variant === 'subtle'
            ? { '--button-bg': 'transparent', '--button-hover': 'var(--hover)', '--button-color': 'var(--quiet)' }
            : {}),
        },
      }),
    }),
  },
});
