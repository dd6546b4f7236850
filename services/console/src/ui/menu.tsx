// A menu button by the ARIA pattern: arrows, Home, End and Escape. The menu closes when the focus leaves it.

import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { intoView } from './into-view';

const CloseMenu = createContext<() => void>(() => undefined);

const itemsOf = (menu: HTMLElement | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
];

function nextIndex(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** `face`: the visible content of the button; `label`: its accessible name. */
type Props = { label: string; face: ReactNode; className?: string; children: ReactNode };

export function Menu({ label, face, className = '', children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // the last row's menu would be outside the window
    intoView(menu.current);
    if (isOpen) itemsOf(menu.current)[0]?.focus();
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      return close();
    }
    const items = itemsOf(menu.current);
    const at = items.findIndex((item) => item === document.activeElement);
    const next = nextIndex(event.key, at, items.length);
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
  };
  return (
    <div
      className={`menu ${className}`}
      onBlur={(event) => {
        if (isOpen && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="menu-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="visually-hidden">{label}</span>
        {face}
      </button>
      {isOpen && (
        <div ref={menu} id={id} role="menu" aria-label={label} className="menu-list" onKeyDown={onKeyDown}>
          <CloseMenu value={close}>{children}</CloseMenu>
        </div>
      )}
    </div>
  );
}

type ItemProps = {
  /** For an item of a group of which one is chosen. */
  isChosen?: boolean;
  /** The name of the item's group, shown before the item's name. */
  group?: string;
  isDanger?: boolean;
  onChoose: () => void;
  children: ReactNode;
};

export function MenuItem({ isChosen, group, isDanger = false, onChoose, children }: ItemProps) {
  const close = useContext(CloseMenu);
  return (
    <button
      type="button"
      role={isChosen === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isChosen}
      tabIndex={-1}
      className={`menu-item ${isDanger ? 'menu-item-danger' : ''}`}
      onClick={() => {
        close();
        onChoose();
      }}
    >
      {group && <span className="menu-group">{group}: </span>}
      {children}
    </button>
  );
}
