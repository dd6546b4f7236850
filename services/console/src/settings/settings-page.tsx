// The settings of the workspace and of the account: one page per subject, each with its own address.

import { type ComponentType, Suspense, useEffect, useId, useRef } from 'react';
import { Link, Redirect, Route, Switch, useRoute } from 'wouter';
import { useTexts } from '../i18n/texts';
import { AccountSection } from './account/account-section';
import { AuditSection } from './audit/audit-section';
import { ConventionsSection } from './conventions-section';
import { DomainsSection } from './domains-section';
import { MembersSection } from './members-section';
import { SECTION_PATHS, sectionTexts } from './section-texts';
import { TagsSection } from './tags-section';
import { UserTokensSection } from './tokens/user-tokens-section';
import { WorkspaceTokensSection } from './tokens/workspace-tokens-section';
import { settingsTexts } from './settings-texts';
import { lazyPart } from '../ui/lazy-part';
import { LoadingPage } from '../ui/states';
import './settings.css';
import { WorkspaceSection } from './workspace-section';

const ImportSection = lazyPart(() => import('./imports/import-section'));

const { ofWorkspace, ofPerson } = SECTION_PATHS;

const SECTIONS = [
  { path: ofWorkspace.workspace, name: 'workspace', group: 'ofWorkspace', component: WorkspaceSection },
  { path: ofWorkspace.members, name: 'members', group: 'ofWorkspace', component: MembersSection },
  { path: ofWorkspace.domains, name: 'domains', group: 'ofWorkspace', component: DomainsSection },
  { path: ofWorkspace.tokens, name: 'tokens', group: 'ofWorkspace', component: WorkspaceTokensSection },
  { path: ofWorkspace.conventions, name: 'conventions', group: 'ofWorkspace', component: ConventionsSection },
  { path: ofWorkspace.tags, name: 'tags', group: 'ofWorkspace', component: TagsSection },
  { path: ofWorkspace.imports, name: 'imports', group: 'ofWorkspace', component: ImportSection },
  { path: ofWorkspace.audit, name: 'audit', group: 'ofWorkspace', component: AuditSection },
  { path: ofPerson.account, name: 'account', group: 'ofPerson', component: AccountSection },
  { path: ofPerson.userTokens, name: 'userTokens', group: 'ofPerson', component: UserTokensSection },
] as const satisfies readonly { path: string; name: string; group: string; component: ComponentType }[];

const GROUPS = ['ofWorkspace', 'ofPerson'] as const;

function SectionLink({ path, name }: { path: string; name: string }) {
  const [isHere] = useRoute(`/settings/${path}`);
  const item = useRef<HTMLLIElement>(null);
  // on a phone the links are one row that scrolls
  useEffect(() => {
    if (isHere) item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isHere]);
  return (
    <li ref={item}>
      <Link href={`/settings/${path}`} aria-current={isHere ? 'page' : undefined}>
        {name}
      </Link>
    </li>
  );
}

function SectionGroup({ group }: { group: (typeof GROUPS)[number] }) {
  const t = useTexts(sectionTexts);
  const id = useId();
  return (
    <div>
      <p id={id} className="settings-group">
        {t[group]}
      </p>
      <ul aria-labelledby={id}>
        {SECTIONS.filter((section) => section.group === group).map(({ path, name }) => (
          <SectionLink key={path} path={path} name={t[name]} />
        ))}
      </ul>
    </div>
  );
}

/** Sets the title, so that tabs and the history name the section. */
function SectionTitle({ section }: { section: string }) {
  const t = useTexts(sectionTexts);
  const { title } = useTexts(settingsTexts);
  const here = SECTIONS.find(({ path }) => path === section);
  return <title>{here ? `${t[here.name]} · ${title}` : title}</title>;
}

export default function SettingsPage() {
  const t = useTexts(settingsTexts);
  const [, parameters] = useRoute('/settings/:section');
  return (
    <>
      <SectionTitle section={parameters?.section ?? ''} />
      <div className="page-head">
        <h1>{t.title}</h1>
      </div>
      <div className="settings">
        <nav aria-label={t.title} className="settings-nav">
          {GROUPS.map((group) => (
            <SectionGroup key={group} group={group} />
          ))}
        </nav>
        <div className="settings-body">
          <Suspense fallback={<LoadingPage />}>
            <Switch>
              {SECTIONS.map(({ path, component }) => (
                <Route key={path} path={`/settings/${path}`} component={component} />
              ))}
              <Route>
                <Redirect to="/settings/workspace" replace />
              </Route>
            </Switch>
          </Suspense>
        </div>
      </div>
    </>
  );
}
