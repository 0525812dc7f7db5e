/** Styled by `theme/button.css`, which loads before the components' sheets so that they can override it. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

interface ButtonAppearance {
  readonly variant?: 'filled' | 'default' | 'subtle';
  readonly size?: 'compact-xs' | 'sm';
  readonly icon?: LucideIcon | undefined;
  readonly rightSection?: ReactNode;
}

/** With `aria-disabled` it looks enabled and stays focusable, so that it can explain why it is unavailable. */
export function Button({ icon, rightSection, children, ...rest }: ButtonAppearance & ComponentProps<'button'>) {
  return (
    <button type="button" {...buttonProps(rest)} {...sectionProps(icon !== undefined, rightSection)}>
      {buttonContent({ icon, rightSection, children })}
    </button>
  );
}

export function ButtonLink({ icon, rightSection, children, ...rest }: ButtonAppearance & ComponentProps<'a'>) {
  return (
    <a {...buttonProps(rest)} {...sectionProps(icon !== undefined, rightSection)}>
      {buttonContent({ icon, rightSection, children })}
    </a>
  );
}

function buttonProps<
  Given extends Pick<ButtonAppearance, 'variant' | 'size'> & { readonly className?: string | undefined },
>({ variant = 'default', size, className, ...rest }: Given) {
  const classes = className === undefined ? 'button' : `button ${className}`;
  return { ...rest, className: classes, 'data-variant': variant, 'data-size': size };
}

/** The sheet selects on these attributes instead of `:has()`, which is slow whenever a list changes. */
function sectionProps(hasIcon: boolean, right: ReactNode) {
  return { 'data-left': hasIcon || undefined, 'data-right': isPresent(right) || undefined };
}

function buttonContent({
  icon: Icon,
  rightSection,
  children,
}: ButtonAppearance & { readonly children: ReactNode }): ReactNode {
  return (
    <span>
      {Icon !== undefined && (
        <span data-position="left">
          <Icon size={14} aria-hidden="true" />
        </span>
      )}
      <span data-position="middle">{children}</span>
      {isPresent(rightSection) && <span data-position="right">{rightSection}</span>}
    </span>
  );
}

function isPresent(section: ReactNode): boolean {
  return section !== undefined && section !== null && section !== false;
}
