-- Whether this server holds the content $1 at all: the binding of the parameter fails when it does not.
SELECT $1::jsonb IS NOT NULL
