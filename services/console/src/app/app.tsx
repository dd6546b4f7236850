// The routes: which page an address shows. Pages are loaded when they are first shown.

import { Suspense } from 'react';
import { Redirect, Route, Router, Switch } from 'wouter';
import { EmailVerificationPage } from '../session/email-verification-page';
import { InvitationPage } from '../session/invitation-page';
import { PasswordResetPage } from '../session/password-reset-page';
import { SessionGate } from '../session/session-gate';
import { SignInPage } from '../session/sign-in-page';
import { lazyPart } from '../ui/lazy-part';
import { LoadingPage } from '../ui/states';
import { ToastRegion } from '../ui/toast';
import { CrashBoundary } from './crash-boundary';
import { NotFoundPage } from './not-found-page';
import { Shell } from './shell';
import { HomeRedirect, WorkspaceGate } from '../workspace/workspace-gate';

const LinksPage = lazyPart(() => import('../links/links-page'));
const CampaignsPage = lazyPart(() => import('../campaigns/campaigns-page'));
const StatsPage = lazyPart(() => import('../stats/stats-page'));
const QrPage = lazyPart(() => import('../qr/qr-page'));
const SettingsPage = lazyPart(() => import('../settings/settings-page'));
const SecondFactorGate = lazyPart(() => import('./second-factor-gate'));

/** The pages of a workspace, below /app/w/<id>. */
function WorkspacePages() {
  return (
    <Suspense fallback={<LoadingPage />}>
      <Switch>
        <Route path="/links" component={LinksPage} />
        <Route path="/links/:domain/:slug" component={StatsPage} />
        <Route path="/links/:domain/:slug/qr" component={QrPage} />
        <Route path="/campaigns" component={CampaignsPage} />
        <Route path="/settings/*?" component={SettingsPage} />
        <Route path="/">
          <Redirect to="/links" replace />
        </Route>
        <Route component={NotFoundPage} />
      </Switch>
    </Suspense>
  );
}

function SignedInPages() {
  return (
    <Switch>
      <Route path="/w/:workspace" nest>
        {({ workspace }) => (
          <WorkspaceGate
            id={workspace}
            withoutSecondFactor={({ name }) => (
              <Suspense fallback={<LoadingPage />}>
                <SecondFactorGate name={name} />
              </Suspense>
            )}
          >
            <Shell>
              <CrashBoundary>
                {/* a key per workspace, so that no selection, typed text or old data of another workspace stays */}
                <WorkspacePages key={workspace} />
              </CrashBoundary>
            </Shell>
          </WorkspaceGate>
        )}
      </Route>
      <Route path="/" component={HomeRedirect} />
      <Route path="/:page" component={HomeRedirect} />
      <Route component={NotFoundPage} />
    </Switch>
  );
}

export function App() {
  return (
    <Router base="/app">
      <CrashBoundary>
        <Switch>
          <Route path="/sign-in" component={SignInPage} />
          <Route path="/invitation" component={InvitationPage} />
          <Route path="/email-proof" component={EmailVerificationPage} />
          <Route path="/password-reset" component={PasswordResetPage} />
          <Route>
            <SessionGate>
              <SignedInPages />
            </SessionGate>
          </Route>
        </Switch>
      </CrashBoundary>
      <ToastRegion />
    </Router>
  );
}
