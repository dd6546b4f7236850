// Ctrl/⌘ K: finds pages, workspaces and links by a word. `?` shows the shortcuts of the page.

import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { api, take } from '../api/client';
import { useTexts } from '../i18n/texts';
import { useWorkspaces } from '../session/session';
import { useDebounced } from '../ui/debounced';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { useShortcuts } from '../ui/shortcuts';
import { appTexts } from './app-texts';
import { useWorkspace } from '../workspace/workspace-gate';

type Command = { key: string; name: string; hint?: string; to: string };

const MOST_LINKS = 6;

function useCommands(words: string): Command[] {
  const workspace = useWorkspace();
  const { data: workspaces = [] } = useWorkspaces();
  const t = useTexts(appTexts);
  const search = useDebounced(words.trim());
  const { data: found } = useQuery({
    queryKey: ['links', workspace.id, 'palette', search],
    enabled: search !== '',
    queryFn: ({ signal }) =>
      take(
        api.GET('/workspaces/{workspace}/urls', {
          params: { path: { workspace: workspace.id }, query: { q: search, limit: MOST_LINKS } },
          signal,
        }),
      ),
  });
  const pages: Command[] = [
    { key: 'links', name: t.links, to: '/links' },
    { key: 'new', name: t.newLink, to: '/links?new' },
    { key: 'campaigns', name: t.campaigns, to: '/campaigns' },
    { key: 'settings', name: t.settings, to: '/settings' },
    { key: 'account', name: t.account, to: '/settings/account' },
  ];
  const others = workspaces
    .filter((one) => one.id !== workspace.id)
    .map((one) => ({ key: one.id, name: one.name, hint: t.workspace, to: `~/app/w/${one.id}/links` }));
  const links = (search === '' ? [] : (found?.urls ?? [])).map((link) => ({
    key: link.id,
    name: `${link.zoneDomain}/${link.slug}`,
    hint: link.title || link.url,
    to: `/links/${encodeURIComponent(link.zoneDomain)}/${encodeURIComponent(link.slug)}`,
  }));
  const wanted = words.trim().toLowerCase();
  return [...[...pages, ...others].filter(({ name }) => name.toLowerCase().includes(wanted)), ...links];
}

function Palette({ onClose }: { onClose: () => void }) {
  const t = useTexts(appTexts);
  const [words, setWords] = useState('');
  const commands = useCommands(useDeferredValue(words));
  const [chosen, setChosen] = useState(0);
  const [, navigate] = useLocation();
  const listId = useId();
  const active = Math.min(chosen, commands.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    navigate(command.to);
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
