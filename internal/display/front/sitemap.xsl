<?xml version="1.0" encoding="UTF-8"?>
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" exclude-result-prefixes="s">
	<xsl:output method="html" encoding="UTF-8" indent="yes"/>
	<xsl:template match="/">
		<html lang="{{.Tag}}"{{if .RightToLeft}} dir="rtl"{{end}}>
			<head>
				<title>{{say "Sitemap"}}</title>
				<meta charset="UTF-8"/>
				<meta name="viewport" content="width=device-width, initial-scale=1"/>
				<style>
					body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; color: #1d1d1f; background: #fff; }
					table { border-collapse: collapse; width: 100%; }
					th, td { padding: .4rem .6rem; text-align: start; border-bottom: 1px solid #ddd; overflow-wrap: anywhere; }
					td:last-child { white-space: nowrap; }
					@media (prefers-color-scheme: dark) { body { color: #eee; background: #16161a; } a { color: #9bc1ff; } th, td { border-color: #444; } }
				</style>
			</head>
			<body>
				<h1>{{say "Sitemap"}}</h1>
				<p>{{.Counted}}</p>
				<table>
					<thead><tr><th>{{say "Address of the page"}}</th><th>{{say "Last change"}}</th></tr></thead>
					<tbody>
						<xsl:for-each select="//s:loc">
							<tr>
								<td><a href="{.}"><xsl:value-of select="."/></a></td>
								<td><xsl:value-of select="../s:lastmod"/></td>
							</tr>
						</xsl:for-each>
					</tbody>
				</table>
			</body>
		</html>
	</xsl:template>
</xsl:stylesheet>
