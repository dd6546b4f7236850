import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client';
import { useFormat } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { FormError } from '../../ui/form-error';
import { Section } from '../section';
import { accountTexts } from './account-texts';

/** Below the person's query key, because a new password and a first second factor end sessions too. */
const SESSIONS = ['me', 'sessions'];

/** The service's word for an unknown browser or system. */
const OTHER = 'other';

/** Where the person is signed in; each session can be ended. */
export function SessionsCard() {
  const t = useTexts(accountTexts);
  const format = useFormat();
  const queries = useQueryClient();
  const sessions = useQuery({
    queryKey: SESSIONS,
    queryFn: async ({ signal }) => (await unwrap(api.GET('/sessions', { signal }))).sessions,
  });
  // also after a refusal, so that a session that ended elsewhere disappears
  const onSettled = () => queries.invalidateQueries({ queryKey: SESSIONS });
  const end = useMutation({
    mutationFn: (session: string) =>
      unwrap(api.DELETE('/sessions/{session}', { params: { path: { session } } })),
    onSettled,
  });
  const endOthers = useMutation({ mutationFn: () => unwrap(api.DELETE('/sessions/others')), onSettled });
  return (
    <Section title={t.sessions}>
      <FormError error={sessions.error ?? end.error ?? endOthers.error} />
      <ul className="rows">
        {sessions.data?.map((session) => (
          <li key={session.id} className="row">
            <div className="row-main">
              <p>
                {[session.browser, session.system].filter((name) => name && name !== OTHER).join(', ') ||
                  t.unknownBrowser}
              </p>
              <p className="hint">
                {t.signedInAt(format.moment(session.createdAt))} ·{' '}
                {t.lastUsed(format.day(session.lastUsedOn))}
              </p>
            </div>
            {session.isCurrent ? (
              <span className="badge badge-good">{t.thisOne}</span>
            ) : (
              <Button kind="quiet" isBusy={end.isPending} onClick={() => end.mutate(session.id)}>
                {t.endSession}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {(sessions.data?.length ?? 0) > 1 && (
        <div className="form-actions">
          <Button isBusy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t.endOthers}
          </Button>
        </div>
      )}
    </Section>
  );
}
