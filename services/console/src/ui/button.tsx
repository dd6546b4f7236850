import type { ButtonHTMLAttributes, ReactNode } from 'react';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  kind?: 'primary' | 'plain' | 'danger' | 'quiet';
  /** Something is under way: the button stays focused and does nothing. */
  isBusy?: boolean;
  children: ReactNode;
};

export function Button({
  kind = 'plain',
  isBusy = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={`button button-${kind}`}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    >
      {children}
    </button>
  );
}
