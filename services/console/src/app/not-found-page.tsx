import { useTexts } from '../i18n/texts';
import { EmptyState } from '../ui/states';
import { appTexts } from './app-texts';

export function NotFoundPage() {
  const t = useTexts(appTexts);
  return <EmptyState isPage title={t.notFound} action={<a href="/app/">{t.toLinks}</a>} />;
}
