-- Groups of rules, the rules, what they did, and the settings as JSON values.
CREATE TABLE redirection_group (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  module_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  enabled BOOLEAN NOT NULL
);
CREATE TABLE redirection_rule (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  group_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  enabled BOOLEAN NOT NULL,
  regex BOOLEAN NOT NULL,
  hits INTEGER NOT NULL,
  last_access INTEGER NOT NULL,
  action_type TEXT NOT NULL,
  action_code INTEGER NOT NULL,
  match_type TEXT NOT NULL,
  url TEXT NOT NULL,
  sort_key TEXT NOT NULL,
  match_url TEXT NOT NULL,
  title TEXT NOT NULL,
  match_data TEXT NOT NULL,
  action_data TEXT NOT NULL
);
CREATE INDEX redirection_rule_by_group ON redirection_rule (group_id, position);
CREATE INDEX redirection_rule_by_url ON redirection_rule (url);
CREATE TABLE redirection_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  missing BOOLEAN NOT NULL,
  created INTEGER NOT NULL,
  http_code INTEGER NOT NULL,
  rule_id INTEGER NOT NULL,
  request_method TEXT NOT NULL,
  ip TEXT NOT NULL,
  domain TEXT NOT NULL,
  redirect_by TEXT NOT NULL,
  url TEXT NOT NULL,
  agent TEXT,
  referrer TEXT,
  sent_to TEXT NOT NULL,
  request_data TEXT NOT NULL
);
CREATE INDEX redirection_log_by_id ON redirection_log (missing, id);
CREATE INDEX redirection_log_by_created ON redirection_log (missing, created);
CREATE TABLE redirection_setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
INSERT INTO redirection_group (name, module_id, position, enabled) VALUES ('Redirections', 1, 0, TRUE), ('Modified Posts', 1, 1, TRUE);
INSERT INTO redirection_setting (name, value) VALUES ('last_group_id', '1');
