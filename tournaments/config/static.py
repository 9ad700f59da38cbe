"""Static files with hashed names, so that browsers may keep them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class Storage(CompressedManifestStaticFilesStorage):
    """Hashes the imports inside ES modules too; a file that nobody references by hash keeps its plain name."""

    support_js_module_import_aggregation = True
    manifest_strict = False
