package telemetry

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are what a server counts, for Prometheus. Make them with NewMetrics.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	bytes    *prometheus.CounterVec
	routes   *prometheus.HistogramVec
	running  prometheus.Gauge
}

// NewMetrics makes the metrics of one server, with those of the process and of
// Go. Package app adds its own with Counter and Gauge.
func NewMetrics(version string) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "quoin_requests_total", Help: "Requests that were answered.",
		}, []string{"surface", "method", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "quoin_request_seconds", Help: "Time from the header of a request to the end of its answer.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"surface"}),
		bytes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "quoin_answer_bytes_total", Help: "Bytes of the bodies of answers.",
		}, []string{"surface"}),
		routes: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "quoin_route_seconds", Help: "Time that answers of the API took to make; those from the cache aren't made.",
			Buckets: []float64{.001, .005, .025, .1, .5, 2.5},
		}, []string{"route", "method", "status"}),
		running: prometheus.NewGauge(prometheus.GaugeOpts{Name: "quoin_requests_running", Help: "Requests that are being answered."}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "quoin_build_info", Help: "Always 1; the label tells the version.", ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	m.registry.MustRegister(m.requests, m.seconds, m.bytes, m.routes, m.running, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *Metrics) observe(surface, name string, status int, took time.Duration, bytes int64) {
	m.requests.WithLabelValues(surface, method(name), strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(surface).Observe(took.Seconds())
	m.bytes.WithLabelValues(surface).Add(float64(bytes))
}

// Route notes an answer of the API that was made, by the pattern of its route;
// "" stands for paths without a route.
func (m *Metrics) Route(pattern, name string, status int, took time.Duration) {
	if pattern == "" {
		pattern = "none"
	}
	m.routes.WithLabelValues(pattern, method(name), strconv.Itoa(status)).Observe(took.Seconds())
}

// Counter adds a number that only grows, read when somebody looks. labels are
// names and values in turn.
func (m *Metrics) Counter(name, help string, read func() float64, labels ...string) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help, ConstLabels: pairs(labels)}, read))
}

// Gauge is Counter for a number that also falls.
func (m *Metrics) Gauge(name, help string, read func() float64, labels ...string) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: pairs(labels)}, read))
}

// Vector adds counters for which each tells the values of one label, read when somebody
// looks.
func (m *Metrics) Vector(name, help, label string, each func(tell func(value string, n float64))) {
	m.registry.MustRegister(&vector{prometheus.NewDesc(name, help, []string{label}, nil), each})
}

type vector struct {
	desc *prometheus.Desc
	each func(tell func(value string, n float64))
}

// Describe implements prometheus.Collector, as does Collect.
func (v *vector) Describe(to chan<- *prometheus.Desc) { to <- v.desc }

func (v *vector) Collect(to chan<- prometheus.Metric) {
	v.each(func(value string, n float64) {
		to <- prometheus.MustNewConstMetric(v.desc, prometheus.CounterValue, n, strings.ToValidUTF8(value, "?"))
	})
}

func pairs(labels []string) prometheus.Labels {
	out := prometheus.Labels{}
	for i := 0; i+1 < len(labels); i += 2 {
		out[labels[i]] = labels[i+1]
	}
	return out
}

// Handler shows all metrics. It belongs on a listener that the public can't
// reach.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}
