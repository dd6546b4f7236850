// The page that describes the API, in a tab of its own.

export const openApiDocs = (): void => void window.open('/docs', '_blank', 'noopener');
