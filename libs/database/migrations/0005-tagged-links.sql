-- Campaign reports read the tagged links of a workspace, which may be few of a million.

CREATE INDEX links_tagged ON links (workspace_id)
  WHERE coalesce(utm_campaign, utm_source, utm_medium, utm_term, utm_content) IS NOT NULL;
