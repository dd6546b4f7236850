// The frame of every page of a workspace: navigation, the workspace's switch, the account's menu, notices.

import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useRoute } from 'wouter';
import type { Workspace } from '../api/types';
import { chooseLanguage, LANGUAGE_NAMES, LANGUAGES } from '../i18n/language';
import { useLanguage, useTexts } from '../i18n/texts';
import { PasswordReminder } from '../session/password-reminder';
import { useMe, useSignOut, useWorkspaces } from '../session/session';
import { chooseTheme, THEMES, useTheme } from '../theme/theme';
import { Icon, type IconName } from '../ui/icon';
import { Menu, MenuItem } from '../ui/menu';
import { appTexts } from './app-texts';
import { CommandPalette } from './command-palette';
import { openApiDocs } from './open-api-docs';
import { useKeptFocus } from './kept-focus';
import { useTopOfPage } from './top-of-page';
import { NewWorkspace } from '../workspace/new-workspace';
import { TransferNotice } from '../workspace/transfer-notice';
import { useWorkspace } from '../workspace/workspace-gate';
import { workspaceTexts } from '../workspace/workspace-texts';

function NavItem({ to, icon, children }: { to: string; icon: IconName; children: ReactNode }) {
  const [isHere] = useRoute(`${to}/*?`);
  return (
    <li>
      <Link className="nav-item" href={to} aria-current={isHere ? 'page' : undefined}>
        <Icon name={icon} />
        <span>{children}</span>
      </Link>
    </li>
  );
}

function WorkspaceMenu({ current }: { current: Workspace }) {
  const { data: workspaces = [current] } = useWorkspaces();
  const t = useTexts(appTexts);
  const [, navigate] = useLocation();
  const { newWorkspace } = useTexts(workspaceTexts);
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <Menu
        className="workspace-menu"
        label={t.workspace}
        face={
          <>
            <span
              className="workspace-mark"
              aria-hidden="true"
              data-letter={[...current.name][0]?.toUpperCase()}
            />
            <span className="workspace-name">{current.name}</span>
            <Icon name="chevrons" />
          </>
        }
      >
        {workspaces.map((one) => (
          <MenuItem
            key={one.id}
            isChosen={one.id === current.id}
            onChoose={() => navigate(`~/app/w/${one.id}/links`)}
          >
            {one.name}
          </MenuItem>
        ))}
        <MenuItem onChoose={() => setMaking(true)}>{newWorkspace} …</MenuItem>
      </Menu>
      {isMaking && <NewWorkspace onClose={() => setMaking(false)} />}
    </>
  );
}

function AccountMenu() {
  const { data: me } = useMe();
  const t = useTexts(appTexts);
  const language = useLanguage();
  const theme = useTheme();
  const signOut = useSignOut();
  const [, navigate] = useLocation();
  return (
    <Menu
      className="account-menu"
      label={t.account}
      face={
        <>
          <Icon name="person" />
          <span className="account-name">{me?.email}</span>
        </>
      }
    >
      <MenuItem onChoose={() => navigate('/settings/account')}>{t.account}</MenuItem>
      <MenuItem onChoose={() => openApiDocs()}>{t.apiDocs}</MenuItem>
      {THEMES.map((one) => (
        <MenuItem key={one} group={t.theme} isChosen={one === theme} onChoose={() => chooseTheme(one)}>
          {t[one]}
        </MenuItem>
      ))}
      {LANGUAGES.map((one) => (
        <MenuItem
          key={one}
          group={t.language}
          isChosen={one === language}
          onChoose={() => chooseLanguage(one)}
        >
          <span lang={one}>{LANGUAGE_NAMES[one]}</span>
        </MenuItem>
      ))}
      <MenuItem onChoose={() => signOut.mutate()}>{t.signOut}</MenuItem>
    </Menu>
  );
}

function useIsOffline(): boolean {
  const [isOffline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine);
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return isOffline;
}

export function Shell({ children }: { children: ReactNode }) {
  const workspace = useWorkspace();
  const t = useTexts(appTexts);
  const isOffline = useIsOffline();
  useKeptFocus();
  useTopOfPage();
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <header className="side">
        <WorkspaceMenu current={workspace} />
        <CommandPalette />
        <nav aria-label={t.navigation}>
          <ul className="nav">
            <NavItem to="/links" icon="link">
              {t.links}
            </NavItem>
            <NavItem to="/campaigns" icon="campaign">
              {t.campaigns}
            </NavItem>
            <NavItem to="/settings" icon="settings">
              {t.settings}
            </NavItem>
          </ul>
        </nav>
        <AccountMenu />
      </header>
      <main id="content" tabIndex={-1}>
        {isOffline && (
          <p className="notice notice-warning" role="status">
            {t.offline}
          </p>
        )}
        {workspace.isSuspended && <p className="notice notice-danger">{t.suspended}</p>}
        {workspace.isInTransfer && <TransferNotice />}
        <PasswordReminder />
        {children}
      </main>
    </div>
  );
}
