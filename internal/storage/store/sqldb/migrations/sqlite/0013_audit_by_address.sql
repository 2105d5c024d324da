-- Whether an application password was used from an address before is asked of the audit log.
CREATE INDEX audit_by_ip ON audit (ip, action);
