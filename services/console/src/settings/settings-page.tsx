// The settings of the workspace and of the account: one page a subject, with its own address.

import type { ComponentType } from 'react';
import { Link, Redirect, Route, Switch, useRoute } from 'wouter';
import { useTexts } from '../i18n/texts';
import { AccountSection } from './account/account-section';
import { AuditSection } from './audit/audit-section';
import { ConventionsSection } from './conventions-section';
import { DomainsSection } from './domains-section';
import { MembersSection } from './members-section';
import { UserTokensSection } from './tokens/user-tokens-section';
import { WorkspaceTokensSection } from './tokens/workspace-tokens-section';
import { settingsTexts } from './settings-texts';
import './settings.css';
import { WorkspaceSection } from './workspace-section';

const SECTIONS = [
  { path: 'workspace', name: 'workspace', component: WorkspaceSection },
  { path: 'members', name: 'members', component: MembersSection },
  { path: 'domains', name: 'domains', component: DomainsSection },
  { path: 'tokens', name: 'tokens', component: WorkspaceTokensSection },
  { path: 'utm', name: 'conventions', component: ConventionsSection },
  { path: 'audit', name: 'audit', component: AuditSection },
  { path: 'account', name: 'account', component: AccountSection },
  { path: 'my-tokens', name: 'userTokens', component: UserTokensSection },
] as const satisfies readonly { path: string; name: string; component: ComponentType }[];

function SectionLink({ path, name }: { path: string; name: string }) {
  const [isHere] = useRoute(`/settings/${path}`);
  return (
    <li>
      <Link href={`/settings/${path}`} aria-current={isHere ? 'page' : undefined}>
        {name}
      </Link>
    </li>
  );
}

export default function SettingsPage() {
  const t = useTexts(settingsTexts);
  return (
    <>
      <div className="page-head">
        <h1>{t.title}</h1>
      </div>
      <div className="settings">
        <nav aria-label={t.title}>
          <ul className="settings-nav">
            {SECTIONS.map(({ path, name }) => (
              <SectionLink key={path} path={path} name={t[name]} />
            ))}
          </ul>
        </nav>
        <div className="settings-body">
          <Switch>
            {SECTIONS.map(({ path, component }) => (
              <Route key={path} path={`/settings/${path}`} component={component} />
            ))}
            <Route>
              <Redirect to="/settings/workspace" replace />
            </Route>
          </Switch>
        </div>
      </div>
    </>
  );
}
