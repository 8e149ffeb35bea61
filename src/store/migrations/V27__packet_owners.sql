-- Personal packets that were imported wait for their owner.

-- The verified address of the owner of an imported packet, compared as in role_grants; NULL once somebody has signed in with it.
ALTER TABLE packets ADD COLUMN waiting_owner TEXT;
CREATE INDEX packets_waiting ON packets (waiting_owner) WHERE waiting_owner IS NOT NULL;
