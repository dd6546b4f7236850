// Ctrl/⌘ K: finds pages, links and actions by words. `?` shows the page's shortcuts.

import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../i18n/texts';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { intoView } from '../ui/into-view';
import { useShortcuts } from '../ui/shortcuts';
import { appTexts } from './app-texts';
import { type Command, useCommands } from './use-commands';

function Palette({ onClose }: { onClose: () => void }) {
  const t = useTexts(appTexts);
  const [words, setWords] = useState('');
  // not deferred: Enter runs the command that matches the words typed so far
  const commands = useCommands(words);
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const active = Math.min(chosen, commands.length - 1);
  useEffect(() => {
    intoView(document.getElementById(`${listId}-${active}`));
  }, [listId, active]);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      setChosen((active + step + commands.length) % commands.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(commands[active]);
    }
  };
  return (
    <Dialog title={t.commands} isTitleHidden className="palette" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={commands[active] && `${listId}-${active}`}
        aria-label={t.commandHint}
        placeholder={t.commandHint}
        data-autofocus=""
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul role="listbox" id={listId} aria-label={t.commands}>
        {commands.map((command, index) => (
          <li
            key={command.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            onMouseMove={() => setChosen(index)}
            onClick={() => run(command)}
          >
            <span>{command.name}</span>
            {command.hint && <span className="hint">{command.hint}</span>}
          </li>
        ))}
      </ul>
      <p className="palette-empty" role="status">
        {commands.length === 0 ? t.nothingFound : ''}
      </p>
    </Dialog>
  );
}

function ShortcutList({ onClose }: { onClose: () => void }) {
  const t = useTexts(appTexts);
  const rows: [string, string][] = [
    ['Ctrl/⌘ K', t.openCommands],
    ['?', t.showShortcuts],
    ['n', t.newLink],
    ['/', t.focusSearch],
    ['j k', t.stepRows],
    ['c', t.copyRow],
    ['e', t.editRow],
    ['1 – 5', t.choosePeriod],
    ['t', t.chartAsTable],
    ['g l', t.goLinks],
    ['g c', t.goCampaigns],
    ['g s', t.goSettings],
  ];
  return (
    <Dialog title={t.shortcuts} onClose={onClose}>
      <dl className="shortcuts">
        {rows.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

export function CommandPalette() {
  const t = useTexts(appTexts);
  const [open, setOpen] = useState<'palette' | 'shortcuts'>();
  const [, navigate] = useLocation();
  useShortcuts({
    'mod+k': () => setOpen('palette'),
    '?': () => setOpen('shortcuts'),
    'g l': () => navigate('/links'),
    'g c': () => navigate('/campaigns'),
    'g s': () => navigate('/settings'),
    n: () => navigate('/links?new'),
  });
  const close = () => setOpen(undefined);
  return (
    <>
      <button type="button" className="palette-button" onClick={() => setOpen('palette')}>
        <Icon name="search" />
        <span>{t.search}</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'shortcuts' && <ShortcutList onClose={close} />}
    </>
  );
}
