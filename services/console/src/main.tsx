// Starts the app: sets the person's theme and language first, so that nothing flickers, then shows the address's page.

import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from './api/query-client';
import { App } from './app/app';
import { readLanguage } from './i18n/language';
import './styles/index.css';
import { applyTheme, readTheme } from './theme/theme';

applyTheme(readTheme());
document.documentElement.lang = readLanguage();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={makeQueryClient()}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
