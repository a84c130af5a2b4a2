"""How databases of older versions become today's, one numbered file a step, run by ``storage.sqlite.opening``.

A new step: change the rows in ``storage/themes``, add ``versions/NNNN_what.py`` with ``revision`` and ``down_revision``, set
``SCHEMA_VERSION``. A step never imports the schema: it says what was true when it was written.
"""
